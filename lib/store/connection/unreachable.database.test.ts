import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { endsConnections, KEPT } from '@/test/database/ends-connections'
import { type Database, inSnapshot, openConnections, type Tx } from './database'
import { isUnreachable, unavailability } from './unreachable'

type Place = { db: Database; url: string; ends: () => Promise<number> }

let shared: TestDatabase

beforeAll(async () => {
  shared = await createTestDatabase()
  return shared.drop
})

async function database(): Promise<Place> {
  const { adminUrl: url } = shared
  const { db, close } = openConnections({ url, connections: 2 })
  onTestFinished(close)
  return { db, url, ends: await endsConnections(url) }
}

const asks = (tx: Tx) => tx.memory.findMany()
const OWN = 'SELECT pg_terminate_backend(pg_backend_pid())'

/** Asks a table that somebody has locked, and ends the connection that waits for it. */
async function askLocked({ url, ends }: Place, ask: () => Promise<unknown>): Promise<unknown> {
  const locker = new pg.Client({ connectionString: url, application_name: KEPT })
  await locker.connect()
  await locker.query('BEGIN; LOCK TABLE "Memory"')
  const asked = ask()
  asked.catch(() => undefined)
  const waits = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '"Memory"'::regclass
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  while ((await locker.query(waits)).rowCount === 0);
  await ends()
  await locker.end()
  return asked
}

test.each<[string, (place: Place) => Promise<unknown>]>([
  ['in a statement', ({ db }) => db.$executeRawUnsafe(OWN)],
  ['in a statement of a transaction', ({ db }) => db.$transaction(tx => tx.$executeRawUnsafe(OWN))],
  [
    'before a statement of a transaction',
    ({ db, ends }) =>
      db.$transaction(async tx => {
        await tx.$executeRaw`SELECT 1`
        await ends()
        await tx.$executeRaw`SELECT 1`
      }),
  ],
  [
    'before a commit',
    ({ db, ends }) =>
      db.$transaction(async tx => {
        await tx.$executeRaw`SELECT 1`
        await ends()
      }),
  ],
  [
    'between two questions about a table',
    ({ db, ends }) => db.$transaction(async tx => [await asks(tx), await ends(), await asks(tx)]),
  ],
  [
    'before the commit of what asked a table',
    ({ db, ends }) => db.$transaction(async tx => [await asks(tx), await ends()]),
  ],
  ['while a table is asked', place => askLocked(place, () => asks(place.db))],
  ['while a table is asked in a transaction', place => askLocked(place, () => place.db.$transaction(asks))],
  ['while a table is asked in a snapshot', place => askLocked(place, () => inSnapshot(place.db, asks))],
  [
    'in a snapshot',
    ({ db, ends }) => inSnapshot(db, async tx => [await asks(tx), await ends(), await asks(tx)]),
  ],
  ['in a statement of a snapshot', ({ db }) => inSnapshot(db, tx => tx.$executeRawUnsafe(OWN))],
])('a connection that an administrator ends %s is told as one that was lost', async (_, work) => {
  const place = await database()
  const error = await work(place).catch((failed: unknown) => failed)
  expect([unavailability(error), error]).toEqual(['unreachable', error])
  expect(await asks(place.db)).toEqual([])
})

describe('a transaction whose process sleeps', () => {
  const IDLE = 'idle_in_transaction_session_timeout'

  test('is ended by the server as late as one that is too long, a long read later', async () => {
    const { db } = await database()
    const patience = (tx: Tx) => tx.$queryRawUnsafe(`SELECT current_setting('${IDLE}') AS ms`)
    expect(await patience(db)).toEqual([{ ms: '30s' }])
    expect(await inSnapshot(db, patience, { timeout: 120_000 })).toEqual([{ ms: '2min' }])
    expect(await patience(db)).toEqual([{ ms: '30s' }])
  })

  test('is told as one whose connection was lost', async () => {
    const { db } = await database()
    const slept = db.$transaction(async tx => {
      await tx.$executeRawUnsafe(`SET LOCAL ${IDLE} = 1`)
      const gone = `SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction') AS gone`
      while (JSON.stringify(await db.$queryRawUnsafe(gone)) !== '[{"gone":true}]');
      await tx.$executeRaw`SELECT 1`
    })
    expect(await slept.then(() => null, unavailability)).toBe('unreachable')
  })
})

test('connections that are ended while they rest are replaced without a word', async () => {
  const { db, ends } = await database()
  await Promise.all([asks(db), asks(db)])
  expect(await ends()).toBe(2)
  expect(await Promise.all([asks(db), asks(db)])).toEqual([[], []])
})

test('what Postgres says of a full disk is told as that, whoever asked', async () => {
  const { db } = await database()
  const full = `DO $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`
  for (const failing of [
    () => db.$executeRawUnsafe(full),
    () => db.$transaction(tx => tx.$executeRawUnsafe(full)),
    () => inSnapshot(db, tx => tx.$executeRawUnsafe(full)),
  ])
    expect(await failing().then(() => 'nothing', unavailability)).toBe('disk_full')
})

test('what is wrong with a question is told as nothing of the kind', async () => {
  const { db } = await database()
  for (const failing of [
    () => db.$executeRawUnsafe('SELECT nothing'),
    () => inSnapshot(db, tx => tx.$executeRawUnsafe('SELECT 1 / 0')),
    () => db.memory.findUniqueOrThrow({ where: { id: '01890000-0000-7000-8000-000000000000' } }),
  ])
    expect(await failing().then(() => true, isUnreachable)).toBe(false)
  for (const error of [null, 'ECONNRESET', { code: '57P01' }, new Error('A bug')])
    expect(isUnreachable(error)).toBe(false)
})
