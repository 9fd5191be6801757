import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openConnections } from '@/lib/store/connection/database'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { isRaced } from './transaction'

let shared: TestDatabase

beforeAll(async () => {
  shared = await createTestDatabase()
  return shared.drop
})

const fails = (code: string) => `DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`

test('a statement that failed over what somebody else did may be tried again, whoever tells of it', async () => {
  const { db, close } = openConnections({ url: shared.url, connections: 2 })
  onTestFinished(close)
  for (const [code, isOne] of [
    ['40P01', true],
    ['40001', true],
    ['22012', false],
  ] as const) {
    const alone = await db.$executeRawUnsafe(fails(code)).catch((error: unknown) => error)
    const within = await db
      .$transaction(tx => tx.$executeRawUnsafe(fails(code)))
      .catch((error: unknown) => error)
    expect([code, isRaced(alone), isRaced(within)]).toEqual([code, isOne, isOne])
  }
})
