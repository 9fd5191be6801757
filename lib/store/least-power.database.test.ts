import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isRecordProtected } from '@/lib/store/record/record'
import { TABLE_RIGHTS } from '@/scripts/postgres/rights.mjs'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { table } from '@/test/table'
import { openConnections } from './connection/database'

let database: TestDatabase
let server: pg.Client
let admin: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  server = new pg.Client({ connectionString: database.url })
  admin = new pg.Client({ connectionString: database.adminUrl })
  for (const client of [server, admin]) await client.connect()
})
afterAll(async () => {
  for (const client of [server, admin]) await client.end()
  await database.drop()
})

const names = async (sql: string): Promise<string[]> => {
  const { rows } = await admin.query<{ name: string }>(sql)
  return rows.map(({ name }) => name)
}

/** The append-only tables, each with something that it is about. */
const COLUMNS: Record<string, string> = {
  Attachment: 'bytes',
  Content: 'bytes',
  Decision: 'kind',
  Entry: 'text',
  Event: 'payloads',
  Plan: 'steps',
  Request: 'received',
  State: 'value',
}
const APPEND_ONLY = Object.keys(COLUMNS)

test('every table of the schema has its rights in the list, and the list no others', async () => {
  const tables = await names(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')`,
  )
  expect(Object.keys(TABLE_RIGHTS).sort()).toEqual(tables.sort())
})

test('to what is append-only a server may add, and no more', async () => {
  const tables = await names(
    `SELECT relname AS name FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid WHERE tgname = 'append_only'`,
  )
  expect(tables.sort()).toEqual(APPEND_ONLY)
  for (const name of tables) expect([name, TABLE_RIGHTS[name]]).toEqual([name, ['SELECT', 'INSERT']])
})

table([
  ...APPEND_ONLY.flatMap(name => [
    `UPDATE "${name}" SET "${COLUMNS[name]}" = NULL`,
    `DELETE FROM "${name}"`,
    `TRUNCATE "${name}" CASCADE`,
    `ALTER TABLE "${name}" DISABLE TRIGGER ALL`,
    `ALTER TABLE "${name}" ADD COLUMN more int`,
    `DROP TRIGGER append_only ON "${name}"`,
    `DROP TABLE "${name}" CASCADE`,
  ]),
  'UPDATE "Event" SET xid = 0',
  'DELETE FROM "Session"',
  'DELETE FROM "Call"',
  'DELETE FROM "CallSet"',
  'UPDATE _prisma_migrations SET checksum = checksum',
  'SET session_replication_role = replica',
  'SET ROLE countersign',
  'CREATE ROLE another',
  'CREATE TABLE mine (id int)',
  'CREATE SCHEMA mine',
  'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
  'DROP FUNCTION delete_session',
  `ALTER FUNCTION order_restored() SET search_path = ''`,
  `SELECT pg_read_file('/etc/passwd')`,
  `SELECT lo_import('/etc/passwd')`,
  `COPY "Event" TO PROGRAM 'cat'`,
  `COPY "Blob" FROM '/etc/passwd'`,
  `SELECT setval('"Event_id_seq"', 1)`,
  'ALTER SYSTEM SET fsync = off',
])('the server’s role is refused whatever goes further', sql =>
  expect(server.query(sql)).rejects.toThrow(/permission denied|must be (owner|superuser)|must have/),
)

test('what a server needs beside its tables works: notes, locks, what is its own for a moment', async () => {
  await server.query('LISTEN news')
  await server.query(`SELECT pg_notify('news', 'x'), pg_advisory_lock(5), pg_advisory_unlock(5)`)
  await server.query('CREATE TEMP TABLE mine (id int)')
  expect((await server.query('SELECT count(*)::int AS n FROM pgboss.job')).rows).toEqual([{ n: 0 }])
})

test('what runs with the rights of the owner looks nowhere else, and nobody runs it who is not let', async () => {
  const { rows } = await admin.query(`SELECT proname AS name, proconfig AS config, EXISTS
      (SELECT 1 FROM aclexplode(proacl) WHERE grantee = 0) AS open
    FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace ORDER BY 1`)
  const config = ['search_path=pg_catalog, public, pg_temp']
  expect(rows).toEqual([
    { name: 'delete_session', config, open: false },
    { name: 'order_restored', config, open: false },
  ])
})

describe('a record is protected from a role', () => {
  const FRESH = 'role_of_this_test'

  /** What is found by a role of its own that may read, with one thing more. None of it stays. */
  async function verdict(change: string): Promise<boolean | null> {
    const { db, close } = openConnections({ url: database.adminUrl, connections: 1 })
    onTestFinished(close)
    let found: boolean | null = null
    const trying = db.$transaction(async tx => {
      for (const sql of [`CREATE ROLE ${FRESH}`, change, `SET LOCAL ROLE ${FRESH}`])
        await tx.$executeRawUnsafe(sql)
      found = await isRecordProtected(tx)
      throw new Error('Enough.')
    })
    await expect(trying).rejects.toThrow('Enough.')
    return found
  }

  test('that servers work as, which can only add to it', async () => {
    const { db, close } = openConnections({ url: database.url, connections: 1 })
    onTestFinished(close)
    expect(await isRecordProtected(db)).toBe(true)
  })

  test('that may only read it', async () => {
    expect(await verdict(`GRANT SELECT ON "Entry" TO ${FRESH}`)).toBe(true)
  })

  test.each([
    ['that owns a table', `ALTER TABLE "Rule" OWNER TO ${FRESH}`],
    ['that owns what the tables are in', `ALTER SCHEMA public OWNER TO ${FRESH}`],
    ['that may make itself another', `ALTER ROLE ${FRESH} CREATEROLE`],
    ['that may run programs as the cluster', `GRANT pg_execute_server_program TO ${FRESH}`],
    ['that may do to all tables what it likes', `GRANT pg_write_all_data TO ${FRESH}`],
    ['that may change one column', `GRANT UPDATE (text) ON "Entry" TO ${FRESH}`],
    ['that may remove what takes it along', `GRANT DELETE ON "Session" TO ${FRESH}`],
    ['that may do what everybody may', 'GRANT TRUNCATE ON "Event" TO PUBLIC'],
  ])('but not from one %s', async (_, change) => {
    expect(await verdict(change)).toBe(false)
  })
})
