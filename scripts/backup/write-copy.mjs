/**
 * One consistent copy of a database, taken while servers work: lines of text, compressed. First the manifest; then of
 * each table a line with its columns, its rows as COPY writes them, and `\.`; last the seal, by which a cut is noticed.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { to as copyTo } from 'pg-copy-streams'
import { Fault } from '../process/fault.mjs'
import { connected } from './connected.mjs'

export const FORMAT = 'countersign/backup/1'
export const END_OF_ROWS = '\\.\n'

/** Of the database itself, or of what lives: signed-in browsers, writes of a process, up to where words were made. */
const LEFT_OUT = ['_prisma_migrations', 'AuthSession', 'Runaway', 'SearchPlace']
/** Who holds a session, and numbers of transactions, mean nothing elsewhere: there they are what they are by default. */
const EMPTY_COLUMNS = ['SessionHead.leaseHolder', 'SessionHead.leaseUntil', 'Event.xid']

/** `publicKey` is of the key that the record is signed with. Gives the manifest. */
export async function writeCopy({ url, file, publicKey, signal = undefined }) {
  const part = `${file}.part`
  if (existsSync(file)) throw new Fault(`${file} is there already: give another name.`)
  const handle = await open(part, 'wx', 0o600).catch(({ code }) => {
    throw new Fault(
      `${part} cannot be made (${code}): remove it if a backup was killed, or give another FILE.`,
    )
  })
  try {
    return await connected(url, async client => {
      const { tables, manifest } = await beginSnapshot(client, publicKey)
      const output = handle.createWriteStream({ flush: true })
      await pipeline(linesOf(client, tables, manifest), createGzip(), output, { signal })
      await rename(part, file)
      return manifest
    })
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(part, { force: true })
    throw signal?.aborted ? new Fault(`The backup was interrupted: there is no ${file}.`) : error
  }
}

/** From here on the client sees one moment. */
async function beginSnapshot(client, publicKey) {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL datestyle = 'ISO'")
  const migrations = (await client.query(MIGRATIONS)).rows
  const tables = (await client.query(TABLES, [LEFT_OUT, EMPTY_COLUMNS])).rows
  const rows = /** @type {Record<string, number>} */ ({})
  for (const { table } of tables)
    rows[table] = (await client.query(`SELECT count(*)::float8 AS n FROM "${table}"`)).rows[0].n
  const createdAt = (await client.query('SELECT now()')).rows[0].now.toISOString()
  return { tables, manifest: { format: FORMAT, createdAt, publicKey, migrations, rows } }
}

async function* linesOf(client, tables, manifest) {
  const hash = createHash('sha256')
  const rows = {}
  const hashed = bytes => {
    hash.update(bytes)
    return bytes
  }
  yield hashed(`${JSON.stringify(manifest)}\n`)
  for (const { table, columns } of tables) {
    yield hashed(`${JSON.stringify({ table, columns })}\n`)
    const copy = client.query(copyTo(`COPY (SELECT "${columns.join('", "')}" FROM "${table}") TO STDOUT`))
    for await (const bytes of copy) yield hashed(bytes)
    rows[table] = copy.rowCount
    yield hashed(END_OF_ROWS)
  }
  yield `${JSON.stringify({ seal: { rows, sha256: hash.digest('hex') } })}\n`
}

const MIGRATIONS = `SELECT migration_name AS name, checksum FROM _prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`

/** Each after those whose rows its own refer to. */
const TABLES = `WITH RECURSIVE level AS (
    SELECT oid, 0 AS depth FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    UNION SELECT f.conrelid, l.depth + 1 FROM level l JOIN pg_constraint f
      ON f.confrelid = l.oid AND f.contype = 'f' AND f.conrelid <> f.confrelid)
  SELECT c.relname AS table, array(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
      AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname || '.' || a.attname <> ALL ($2)
    ORDER BY a.attnum) AS columns
  FROM level JOIN pg_class c USING (oid) WHERE c.relname <> ALL ($1) GROUP BY c.oid, c.relname ORDER BY max(depth), 1`
