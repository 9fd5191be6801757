/**
 * Brings a database to this code's schema, as `prisma migrate deploy` does: the same table, checksums and
 * advisory lock, so the CLI can take over at any time. Each migration is one transaction, its row included, so
 * that a crash leaves nothing half-done. Therefore a migration holds no statement that refuses to run in one.
 *
 * To write a migration after a change of prisma/schema.prisma:
 *   node scripts/author-migration.mjs name-of-the-change
 * The Prisma CLI itself works as well, without a download, against any database:
 *   DATABASE_URL=… PRISMA_SCHEMA_ENGINE_BINARY=scripts/schema-engine.mjs npx prisma migrate dev --name …
 */
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { checkServerVersion, databaseFault } from './database-fault.mjs'
import { Fault } from './fault.mjs'
import { ROOT } from './settings.mjs'

/**
 * Makes the database where the server has none of that name. Safe when several processes do it at once.
 *
 * @param {{ url: string, root?: string, say?: (text: string) => void }} options
 * @returns {Promise<string[]>} the migrations that were applied now
 */
export async function migrate({ url, root = ROOT, say = () => {} }) {
  const client = await connect(url)
  try {
    checkServerVersion(Number((await client.query('SHOW server_version_num')).rows[0].server_version_num))
    await client.query("SET lock_timeout = '60s'")
    await client.query(`SELECT pg_advisory_lock(${PRISMA_LOCK})`)
    await client.query(TABLE)
    return await applyMissing({
      client,
      migrations: readMigrations(path.join(root, 'prisma/migrations')),
      say,
    })
  } catch (error) {
    throw databaseFault(error, client) ?? error
  } finally {
    await client.end()
  }
}

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

async function connect(url) {
  let client = newClient(url)
  for (let attempt = 0; ; attempt++) {
    try {
      await client.connect()
      return client
    } catch (error) {
      const isStarting = error.code === '57P03' && attempt < 60
      if (!isStarting && (error.code !== '3D000' || attempt > 0)) throw databaseFault(error, client) ?? error
      if (isStarting) await new Promise(resolve => setTimeout(resolve, 500))
      else await createDatabase(client)
      client = newClient(url)
    }
  }
}

function newClient(url, more = {}) {
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, ...more })
    client.on('error', () => {}) // a connection lost between queries: the next query says so
    return client
  } catch {
    throw new Fault('DATABASE_URL cannot be read: give postgresql://user:password@host:5432/name.')
  }
}

async function createDatabase({ host, port, user, password, ssl, database }) {
  const maintenance = new pg.Client({ host, port, user, password, ssl, database: 'postgres' })
  try {
    await maintenance.connect()
    await maintenance.query(`CREATE DATABASE ${maintenance.escapeIdentifier(database)}`)
  } catch (error) {
    const isThereNow = ['42P04', '23505'].includes(error.code)
    if (!isThereNow) throw databaseFault(error, { host, port, user, database }) ?? error
  } finally {
    await maintenance.end()
  }
}

function readMigrations(folder) {
  if (!fs.existsSync(folder)) return []
  const names = fs.readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory())
  return names
    .map(({ name }) => {
      const sql = fs.readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function applyMissing({ client, migrations, say }) {
  const { rows } = await client.query(
    'SELECT migration_name AS name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  )
  checkHistory(rows, migrations)
  const done = new Map(rows.map(row => [row.name, row.checksum]))
  const applied = []
  for (const migration of migrations) {
    if (!done.has(migration.name)) {
      await apply(client, migration)
      applied.push(migration.name)
    } else if (done.get(migration.name) !== migration.checksum) {
      say(`warning: migration ${migration.name} was changed after it was applied`)
    }
  }
  if (applied.length > 0) say(`migrated the database: ${applied.join(', ')}`)
  return applied
}

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
    throw new Fault(
      `The database was migrated by a newer Countersign (it has ${unknown.name}, unknown here): update this checkout, or use another database.`,
    )
  }
}

async function apply(client, { name, sql, checksum }) {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}) // the connection may be gone, and then so is the transaction
    if (error.severity !== 'ERROR' || error.code === '55P03') throw error
    throw new Fault(`Migration ${name} does not apply (${error.message}): nothing of it was kept.`)
  }
}
