import { expect, test } from 'vitest'
import { scenario } from '@/lib/testing/scenario'
import { batched, put } from './batch'

async function database() {
  const { world, sessionId } = await scenario()
  const blob = (hash: string) => ({ insert: 'Blob', rows: [{ sessionId, hash, text: `of ${hash}` }] })
  const numbered = (version: number) => ({ update: 'Session', id: sessionId, set: { version } })
  return { db: world.db, sessionId, blob, numbered }
}

test('what is written waits, and whatever is asked next finds it', async () => {
  const { db, sessionId, blob, numbered } = await database()
  await db.$transaction(async plain => {
    const { tx, flush } = batched(plain)
    await put(tx, blob('a'))
    await put(tx, blob('b'))
    await put(tx, numbered(101))
    await put(tx, numbered(102))
    expect(await plain.blob.count({ where: { sessionId } })).toBe(0)
    expect(await tx.blob.count({ where: { sessionId } })).toBe(2)
    expect(await tx.$queryRaw`SELECT version FROM "Session" WHERE id = ${sessionId}::uuid`).toEqual([
      { version: 102 },
    ])
    await put(tx, blob('c'))
    await flush()
    expect(await plain.blob.count({ where: { sessionId } })).toBe(3)
  })
})

test('a row that is new in it can be changed in it', async () => {
  const { db, sessionId } = await database()
  const id = '01a1fff0-0000-7000-8000-000000000001'
  const row = { id, sessionId, origin: 'model', size: 1, createdAt: '2026-01-01T00:00:00.000Z' }
  await db.$transaction(async plain => {
    const { tx, flush } = batched(plain)
    await put(tx, { insert: 'CallSet', rows: [row] })
    await put(tx, { update: 'CallSet', id, set: { size: 2 } })
    await flush()
  })
  expect(await db.callSet.findUnique({ where: { id } })).toMatchObject({ size: 2 })
})

test('what is there already is left as it is, where that is asked for', async () => {
  const { db, sessionId, blob } = await database()
  await put(db, blob('a'))
  const [row] = blob('a').rows
  await put(db, { insert: 'Blob', rows: [{ sessionId, hash: 'a', text: 'another' }], there: 'skip' })
  expect(await db.blob.findMany({ where: { sessionId } })).toEqual([row])
  await expect(put(db, blob('a'))).rejects.toThrow(/duplicate key/)
})

test('a row that is to be changed and is not there is an error', async () => {
  const { db } = await database()
  const id = '01a1fff0-0000-7000-8000-000000000002'
  await expect(put(db, { update: 'Session', id, set: { version: 1 } })).rejects.toThrow(/not there/)
})

test('what is written in another way is told, and what is only read is not', async () => {
  const { db, sessionId, blob } = await database()
  await db.$transaction(async plain => {
    let told = 0
    const { tx, onOther } = batched(plain)
    onOther(() => {
      told += 1
    })
    await put(tx, blob('a'))
    await tx.blob.findMany({ where: { sessionId } })
    await tx.$queryRaw`SELECT 1`
    expect(told).toBe(0)
    await tx.blob.deleteMany({ where: { sessionId } })
    await tx.$executeRaw`UPDATE "Session" SET version = version`
    expect(told).toBe(2)
  })
})
