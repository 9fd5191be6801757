import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { changeKey } from '../../lib/agent/write/change-key.ts'
import { PlainSql } from '../../lib/store/connection/sql.ts'
import { migrate } from '../postgres/migrate.mjs'
import { Fault } from '../process/fault.mjs'
import { connected } from './connected.mjs'
import { tablesOf } from './read-copy.mjs'

/** What a first start writes: it makes room for what the copy holds. */
const FIRST_TABLES = ['Definition', 'Installation', 'RecordCheck']
const NEW_ONE = 'restore into a new one, by COUNTERSIGN_DATA_DIR or DATABASE_URL.'

/**
 * Fills an empty database with a copy that was checked, in one transaction and at the schema that the copy has; the
 * migrations that it lacks follow. `workspaceFolder` is the identity of the folder that belongs to it from now on.
 */
export async function fillDatabase({
  file,
  manifest,
  workspaceFolder,
  signer,
  signal = undefined,
  ...place
}) {
  const { ownerUrl: url, serverUrl, root, say } = place
  const { migrations, publicKey: formerKey } = manifest
  await migrate({ url, serverUrl, root, say, only: migrations.map(({ name }) => name) })
  await connected(url, async client => {
    await client.query('BEGIN; LOCK TABLE "Installation" IN ACCESS EXCLUSIVE MODE')
    await refuseUsed(client, manifest)
    for (const table of FIRST_TABLES) await client.query(`DELETE FROM "${table}"`)
    for await (const { table, columns, rows } of tablesOf(file)) {
      const copy = copyFrom(`COPY "${table}" ("${columns.join('", "')}") FROM STDIN`)
      await pipeline(rows, client.query(copy), { signal })
    }
    await client.query(PLACES)
    await client.query(INSTALLATION, [randomUUID(), randomUUID(), workspaceFolder])
    const change = { formerKey, signer, at: new Date().toISOString() }
    if (formerKey !== signer.publicKey) await changeKey(new PlainSql(client), change)
    await client.query('COMMIT')
  }).catch(error => {
    throw signal?.aborted ? new Fault('The restore was interrupted: nothing was restored.') : error
  })
  await migrate({ url, serverUrl, root, say })
}

/** The next number of an Event, and that no words were made yet. */
const PLACES = `SELECT setval(pg_get_serial_sequence('"Event"', 'id'), max(id)) FROM "Event";
  UPDATE "SearchPlace" SET xid = 0, event = 0`
const INSTALLATION = 'UPDATE "Installation" SET "databaseId" = $1, workspace = $2, "workspaceFolder" = $3'
const OTHERS = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND usesysid IS NOT NULL
  AND pid <> pg_backend_pid()`

/** A server that starts meanwhile waits for the lock; one that is there already is seen by its connections. */
async function refuseUsed(client, { rows }) {
  if ((await client.query(OTHERS)).rowCount > 0)
    throw new Fault('Something is connected to the database: stop the server, and restore again.')
  for (const table of Object.keys(rows).filter(name => !FIRST_TABLES.includes(name)))
    if ((await client.query(`SELECT FROM "${table}" LIMIT 1`)).rowCount > 0)
      throw new Fault(`The database is not empty (it has rows of ${table}): ${NEW_ONE}`)
}
