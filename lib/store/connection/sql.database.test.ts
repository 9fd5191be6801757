import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { openConnections } from './database'
import { isUnreachable } from './unreachable'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  return database.drop
})

async function connections(more: { patienceMs?: number } = {}) {
  const { adminUrl: url } = database
  const opened = openConnections({ url, connections: 1, ...more })
  onTestFinished(opened.close)
  return opened
}

test('what SQL gives is the same whether it goes through Prisma or not', async () => {
  const { db, sql } = await connections()
  const kinds = (from: typeof sql) => from.$queryRaw`
    SELECT 1::int2 AS small, 2::int4 AS int, 3::int8 AS big, ARRAY[4, 5]::int8[] AS bigs,
      ARRAY[]::int8[] AS none, 1.5::float8 AS float, true AS bool, 'a'::text AS text, NULL::text AS null,
      ARRAY['b', 'c"', NULL] AS texts, '{"d": [1]}'::json AS json, '"e"'::jsonb AS jsonb, '\\x00ff'::bytea AS bytes,
      '0195c1a0-0000-7000-8000-000000000000'::uuid AS uuid,
      '2026-11-22 01:02:03.456+00'::timestamptz AS at, 'f'::name AS name, '{}'::json AS "a b"`
  expect(await kinds(sql)).toStrictEqual(await kinds(db))
})

test('values are taken as Prisma takes them', async () => {
  const { db, sql } = await connections()
  const [big, at, bytes, texts] = [
    9_007_199_254_740_993n,
    new Date(5),
    new Uint8Array([0, 255]),
    ['a', 'b,"', ''],
  ]
  const values = (from: typeof sql) => from.$queryRaw`
    SELECT ${'it’s\n"so"'}::text AS a, ${12}::int4 AS b, ${big}::int8 AS c, ${false}::bool AS d, ${null}::text AS e,
      ${at}::timestamptz AS f, ${bytes}::bytea AS g, ${texts}::text[] AS h`
  expect(await values(sql)).toStrictEqual(await values(db))
})

test('a statement that hangs is given up with its connection', async () => {
  const { sql } = await connections({ patienceMs: 300 })
  expect(await sql.$queryRaw`SELECT pg_sleep(600)`.then(String, isUnreachable)).toBe(true)
  expect(await sql.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }])
})

test('a transaction that hangs is told as one whose connection was lost', async () => {
  const { db } = await connections({ patienceMs: 300 })
  const hangs = db.$transaction(tx => tx.$executeRaw`SELECT pg_sleep(600)`)
  expect(await hangs.then(String, isUnreachable)).toBe(true)
})
