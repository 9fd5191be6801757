/**
 * Brings a database to this code's schema, as `prisma migrate deploy` does: the same table, checksums and advisory lock,
 * so the CLI can take over at any time. That needs an engine, which it downloads; this needs nothing but the driver. All
 * migrations of one start are one transaction, their rows included: where one fails, or the process dies, the database
 * is as it was, and the program that used it before still does.
 */
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { ROOT } from '../launch/settings.mjs'
import { Fault } from '../process/fault.mjs'
import { checkServerVersion, databaseFault } from './database-fault.mjs'
import { refusePooler } from './pooler.mjs'
import { grantRights } from './rights.mjs'

/**
 * Makes the database where the server has none of that name. Safe when several processes do it at once.
 *
 * @param {{ url: string, serverUrl?: string, root?: string, only?: string[], say?: (text: string) => void }} options `url`
 *   is that of whoever is to own the tables; the role of `serverUrl`, where it is another, gets the rights that a server
 *   needs. `only`: the names of the migrations that the database is to have, and no others.
 * @returns {Promise<string[]>} the migrations that were applied now
 */
export async function migrate({ url, serverUrl = url, root = ROOT, only, say = () => {} }) {
  const variable = serverUrl === url ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
  const client = await connect(url, variable)
  try {
    checkServerVersion(Number((await client.query('SHOW server_version_num')).rows[0].server_version_num))
    await client.query("SET lock_timeout = '60s'")
    await client.query(`SELECT pg_advisory_lock(${PRISMA_LOCK})`)
    await makeTable(client)
    const applied = await applyMissing({ client, migrations: readMigrations(root), only, say })
    if (serverUrl !== url) await letServerWork(client, serverUrl)
    return applied
  } catch (error) {
    throw databaseFault(error, client, variable) ?? error
  } finally {
    await client.end()
  }
}

/** A role that may make no table asks for none where it is there. */
async function makeTable(client) {
  const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') AS found")
  if (rows[0].found !== null) return
  await client.query(TABLE).catch(error => {
    if (error.code !== '42501') throw error
    throw new Fault(
      `The database "${client.database}" has no tables yet, and ${client.user} may make none (${error.message}): give the address for the role that is to own them as DATABASE_OWNER_URL, or make ${client.user} the owner of the database.`,
    )
  })
}

async function letServerWork(owner, serverUrl) {
  const server = await connect(serverUrl, 'DATABASE_URL')
  try {
    const [{ role, ...place }] = (await server.query(WHO)).rows
    const [{ role: ownRole, ...ownPlace }] = (await owner.query(WHO)).rows
    if (JSON.stringify(place) !== JSON.stringify(ownPlace)) {
      throw new Fault(
        `DATABASE_OWNER_URL and DATABASE_URL are about two databases (${ownPlace.name} and ${place.name}): correct one of them.`,
      )
    }
    if (role !== ownRole) await grantRights(owner, role)
  } catch (error) {
    if (error.code !== '42501') throw error
    throw new Fault(
      `The role of DATABASE_OWNER_URL may not say what servers may do (${error.message}): give the address for the role that owns the tables.`,
    )
  } finally {
    await server.end()
  }
}

const WHO =
  'SELECT current_user AS role, current_database() AS name, pg_postmaster_start_time()::text AS server'

const PRISMA_LOCK = 72_707_369

const TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0)`

async function connect(url, variable) {
  let client = newClient(url, variable)
  for (let attempt = 0; ; attempt++) {
    try {
      await client.connect()
      await refusePooler(client, newClient(url, variable), variable)
      return client
    } catch (error) {
      const isStarting = error.code === '57P03' && attempt < 60
      if (!isStarting && (error.code !== '3D000' || attempt > 0)) {
        throw databaseFault(error, client, variable) ?? error
      }
      if (isStarting) await new Promise(resolve => setTimeout(resolve, 500))
      else await createDatabase(client, variable)
      client = newClient(url, variable)
    }
  }
}

function newClient(url, variable) {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {}) // a connection lost between queries: the next query says so
    return client
  } catch {
    throw new Fault(`${variable} cannot be read: give postgresql://user:password@host:5432/name.`)
  }
}

async function createDatabase({ host, port, user, password, ssl, database }, variable) {
  const maintenance = new pg.Client({ host, port, user, password, ssl, database: 'postgres' })
  maintenance.on('error', () => {}) // as in newClient
  try {
    await maintenance.connect()
    await maintenance.query(`CREATE DATABASE ${maintenance.escapeIdentifier(database)}`)
  } catch (error) {
    const isThereNow = ['42P04', '23505'].includes(error.code)
    if (!isThereNow) throw databaseFault(error, { host, port, user, database }, variable) ?? error
  } finally {
    await maintenance.end()
  }
}

export function readMigrations(root) {
  const folder = path.join(root, 'prisma/migrations')
  if (!fs.existsSync(folder)) return []
  const names = fs.readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory())
  return names
    .map(({ name }) => {
      const sql = fs.readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

const APPLIED =
  'SELECT migration_name AS name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL'

async function applyMissing({ client, migrations, only, say }) {
  const { rows } = await client.query(APPLIED)
  checkHistory(rows, migrations)
  const done = new Set(rows.map(row => row.name))
  if (only && done.size > 0 && only.join() !== [...done].sort().join()) throw new Fault(OF_ANOTHER_VERSION)
  const missing = migrations.filter(({ name }) => !done.has(name) && (only?.includes(name) ?? true))
  const names = missing.map(({ name }) => name)
  // Before, since a large database takes minutes.
  if (names.length > 0) say(`migrating the database: ${names.join(', ')}`)
  await applyAll(client, missing)
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of (await client.query(APPLIED)).rows) {
    if (checksum !== checksums.get(name)) say(`warning: migration ${name} was changed after it was applied`)
  }
  return names
}

const OF_ANOTHER_VERSION =
  'The database was made by another version than the copy: restore into a new one, by COUNTERSIGN_DATA_DIR or DATABASE_URL.'

const OF_A_PREVIEW =
  'This database was made by an earlier preview of Countersign: move its data directory away, or set another DATABASE_URL, and start again. Nothing in it was changed.'

function checkHistory(rows, migrations) {
  const unfinished = rows.find(row => row.finished_at === null)
  if (unfinished) {
    throw new Fault(
      `Migration ${unfinished.name} of the database failed half-way: repair it and mark it with "npx prisma migrate resolve", or put back a copy of the database.`,
    )
  }
  const known = new Set(migrations.map(migration => migration.name))
  const unknown = rows.find(row => !known.has(row.name))
  if (unknown) {
    if (unknown.name < migrations[0]?.name) throw new Fault(OF_A_PREVIEW)
    throw new Fault(
      `The database was migrated by a newer Countersign (it has ${unknown.name}, unknown here): update this checkout, or use another database.`,
    )
  }
}

const noOwner = ({ name }, { message }) =>
  `The database lacks the migration ${name}, and this role may not apply it (${message}): start once with DATABASE_OWNER_URL, the address for the role that owns the tables.`

async function applyAll(client, migrations) {
  if (migrations.length === 0) return
  let current = migrations[0]
  await client.query('BEGIN')
  try {
    for (const migration of migrations) {
      current = migration
      await client.query(migration.sql)
      await client.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
         VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
        [randomUUID(), migration.checksum, migration.name],
      )
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}) // the connection may be gone, and then so is the transaction
    if (error.severity !== 'ERROR' || error.code === '55P03') throw error
    if (error.code === '42501') throw new Fault(noOwner(current, error))
    const others = migrations.length > 1 ? ', nor of the others of this start' : ''
    throw new Fault(
      `Migration ${current.name} does not apply (${error.message}): nothing of it was kept${others}. The database is as it was: the version that used it before still starts.`,
    )
  }
}
