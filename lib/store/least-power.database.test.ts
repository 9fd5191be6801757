import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/database/database'
import { TABLE_RIGHTS } from '@/scripts/postgres/rights.mjs'
import { openConnections } from './connection/database'
import { isRecordProtected } from './record/record-protection'

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
  for (const table of tables) expect([table, TABLE_RIGHTS[table]]).toEqual([table, ['SELECT', 'INSERT']])
})

describe('the server’s role is refused', () => {
  test.each(
    APPEND_ONLY.flatMap(table => [
      `UPDATE "${table}" SET "${COLUMNS[table]}" = NULL`,
      `DELETE FROM "${table}"`,
      `TRUNCATE "${table}" CASCADE`,
      `ALTER TABLE "${table}" DISABLE TRIGGER ALL`,
      `ALTER TABLE "${table}" ADD COLUMN more int`,
      `DROP TRIGGER append_only ON "${table}"`,
      `DROP TABLE "${table}" CASCADE`,
    ]),
  )('%s', async sql => {
    await expect(server.query(sql)).rejects.toThrow(/permission denied|must be owner/)
  })

  test.each([
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
  ])('%s', async sql => {
    await expect(server.query(sql)).rejects.toThrow(/permission denied|must be (owner|superuser)|must have/)
  })
})

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
  async function verdict(change: string): Promise<boolean> {
    const own = await createTestDatabase()
    const { db, close } = openConnections({ url: own.url, connections: 1 })
    onTestFinished(async () => {
      await close()
      await own.drop()
    })
    const client = new pg.Client({ connectionString: own.adminUrl })
    await client.connect()
    const role = admin.escapeIdentifier(new URL(own.url).username)
    await client.query(change.replaceAll('ROLE', role))
    await client.end()
    return isRecordProtected(db)
  }

  test('that can only add to it', async () => {
    expect(await verdict('GRANT SELECT ON "Entry" TO ROLE')).toBe(true)
  })

  test.each([
    ['that owns a table', 'ALTER TABLE "Rule" OWNER TO ROLE'],
    ['that may change one column', 'GRANT UPDATE (text) ON "Entry" TO ROLE'],
    ['that may remove what takes it along', 'GRANT DELETE ON "CallSet" TO ROLE'],
    ['that may do what everybody may', 'GRANT TRUNCATE ON "Event" TO PUBLIC'],
  ])('but not from one %s', async (_, change) => {
    expect(await verdict(change)).toBe(false)
  })
})
