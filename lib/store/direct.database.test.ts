import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '@/lib/testing/database'
import { type Database, openDatabase, type Tx } from './database'
import { inSnapshot } from './snapshot'
import { isUnreachable } from './unreachable'

async function database({
  connections = 2,
  ...more
}: {
  connections?: number
  patienceMs?: number
} = {}): Promise<Database> {
  const { url } = await createTestDatabase()
  const db = openDatabase({ url, connections, ...more })
  onTestFinished(() => db.$disconnect())
  return db
}

const KINDS = `SELECT 1::int2 AS small, 2::int4 AS int, 3::int8 AS big, ARRAY[4, 5]::int8[] AS bigs,
  ARRAY[]::int8[] AS none, 1.5::float8 AS float, true AS bool, 'a'::text AS text, NULL::text AS null,
  ARRAY['b', 'c"', NULL] AS texts, '{"d": [1]}'::json AS json, '"e"'::jsonb AS jsonb, '\\x00ff'::bytea AS bytes,
  '0195c1a0-0000-7000-8000-000000000000'::uuid AS uuid,
  '2026-11-22 01:02:03.456+00'::timestamptz AS at, 'f'::name AS name, '{}'::json AS "a b"`

test('what SQL gives is the same whether it goes through Prisma or not', async () => {
  const db = await database()
  const throughPrisma = await inSnapshot(db, tx => tx.$queryRawUnsafe<unknown[]>(KINDS))
  expect(await db.$queryRawUnsafe(KINDS)).toStrictEqual(throughPrisma)
  expect(await db.$transaction(tx => tx.$queryRawUnsafe(KINDS))).toStrictEqual(throughPrisma)
})

test.each([
  ['a text', 'it’s\n"so"'],
  ['a number', 12],
  ['a large number', 9_007_199_254_740_993n],
  ['yes or no', false],
  ['nothing', null],
  ['a time', new Date('2026-11-22T01:02:03.456Z')],
  ['bytes', new Uint8Array([0, 1, 255])],
  ['texts', ['a', 'b,"', '']],
])('%s is taken as Prisma takes it', async (_, value) => {
  const db = await database()
  const type =
    value instanceof Date
      ? 'timestamptz'
      : value instanceof Uint8Array
        ? 'bytea'
        : Array.isArray(value)
          ? 'text[]'
          : ({ number: 'int4', bigint: 'int8', boolean: 'bool' }[typeof value as string] ?? 'text')
  const sql = `SELECT $1::${type} AS value`
  expect(await db.$queryRawUnsafe(sql, value)).toStrictEqual([{ value }])
  expect(await inSnapshot(db, tx => tx.$queryRawUnsafe(sql, value))).toStrictEqual([{ value }])
})

const now = new Date('2026-11-22T01:02:03.456Z')
const inSql = (tx: Tx, id: string) =>
  tx.$executeRaw`INSERT INTO "ModelSetting" ("id", "updatedAt") VALUES (${id}, ${now})`
const inTable = (tx: Tx, id: string) => tx.modelSetting.create({ data: { id, updatedAt: now } })
const known = async (tx: Tx): Promise<string[]> =>
  (await tx.modelSetting.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)
const knownInSql = async (tx: Tx): Promise<string[]> =>
  (await tx.$queryRaw<{ id: string }[]>`SELECT id FROM "ModelSetting" ORDER BY id`).map(({ id }) => id)

test('SQL and tables of one transaction see each other, and nobody else sees them before its end', async () => {
  const db = await database()
  await db.$transaction(async tx => {
    await inSql(tx, 'a')
    await inTable(tx, 'b')
    await inSql(tx, 'c')
    expect(await knownInSql(tx)).toEqual(['a', 'b', 'c'])
    expect(await known(tx)).toEqual(['a', 'b', 'c'])
    expect(await known(db)).toEqual([])
    expect(await knownInSql(db)).toEqual([])
  })
  expect(await known(db)).toEqual(['a', 'b', 'c'])
})

test.each([
  ['SQL alone', [inSql]],
  ['a table alone', [inTable]],
  ['SQL and then a table', [inSql, inTable]],
  ['a table and then SQL', [inTable, inSql]],
])('what fails is taken back: %s', async (_, writes) => {
  const db = await database({ connections: 1 })
  const failing = db.$transaction(async tx => {
    for (const [at, write] of writes.entries()) await write(tx, String(at))
    throw new Error('No.')
  })
  await expect(failing).rejects.toThrow('No.')
  expect(await knownInSql(db)).toEqual([])
  await db.$transaction(tx => inTable(tx, 'after'))
  expect(await knownInSql(db)).toEqual(['after'])
})

test('what fails before a table that was asked has answered leaves nothing open', async () => {
  const db = await database({ connections: 1 })
  const late: Promise<unknown>[] = []
  const failing = db.$transaction(async tx => {
    late.push(inTable(tx, 'late'))
    throw new Error('No.')
  })
  await expect(failing).rejects.toThrow('No.')
  await Promise.allSettled(late)
  const states = await db.$queryRaw`SELECT state FROM pg_stat_activity WHERE datname = current_database()
    AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`
  expect(states).toEqual([])
  const [one, other] = [await transactionOf(db), await transactionOf(db)]
  expect(one).not.toBe(other)
  expect(await knownInSql(db)).toEqual([])
})

const transactionOf = async (tx: Tx): Promise<string> =>
  (await tx.$queryRaw<{ id: string }[]>`SELECT pg_current_xact_id()::text AS id`)[0]?.id ?? ''

test('transactions side by side each have a connection, also where they ask tables', async () => {
  const db = await database({ connections: 3 })
  const ids = Array.from({ length: 30 }, (_, at) => String(at).padStart(2, '0'))
  await Promise.all(
    ids.map(id =>
      db.$transaction(async tx => {
        const mine = async () =>
          (await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid
        const before = await mine()
        await inTable(tx, id)
        await inSql(tx, `${id} again`)
        expect(await mine()).toBe(before)
      }),
    ),
  )
  expect(await known(db)).toHaveLength(60)
})

test('what is asked beside a transaction that asks tables is not of it', async () => {
  const db = await database({ connections: 2 })
  const failing = db.$transaction(async tx => {
    await inTable(tx, 'of it')
    await inTable(db, 'beside')
    await inSql(db, 'beside, too')
    throw new Error('No.')
  })
  await expect(failing).rejects.toThrow('No.')
  expect(await known(db)).toEqual(['beside', 'beside, too'])
})

test.each([
  ['SQL', inSql],
  ['a table', inTable],
])(
  'a connection that is lost in a transaction with %s is told as such, and not used again',
  async (_, write) => {
    const db = await database({ connections: 1 })
    const failing = db.$transaction(async tx => {
      await write(tx, 'a')
      await tx.$executeRaw`SELECT pg_terminate_backend(pg_backend_pid())`
    })
    expect(await failing.then(String, isUnreachable)).toBe(true)
    expect(await known(db)).toEqual([])
  },
)

test.each<[string, (tx: Tx) => Promise<unknown>]>([
  ['in a statement', tx => tx.$executeRaw`SELECT pg_sleep(600)`],
  [
    'in a statement, after a table was asked',
    tx => known(tx).then(() => tx.$executeRaw`SELECT pg_sleep(600)`),
  ],
])('a transaction that hangs %s is given up with its connection', async (_, hangs) => {
  const db = await database({ connections: 1, patienceMs: 300 })
  expect(await db.$transaction(hangs).then(String, isUnreachable)).toBe(true)
  expect(await known(db)).toEqual([])
})
