import { expect, test } from 'vitest'
import { sha256 } from '@/lib/record/digest'
import { scenario } from '@/test/world/scenario'
import { Prisma } from '../generated/client'
import { GUARD, Rows } from './rows'

async function database() {
  const s = await scenario()
  s.isChecked = false
  const { world, sessionId } = s
  const blob = (text: string) => ({ sessionId, hash: sha256(text), text })
  const blobs = async () =>
    (await world.db.blob.findMany({ where: { sessionId }, orderBy: { text: 'asc' } })).map(({ text }) => text)
  return { db: world.db, sql: world.sql, sessionId, blob, blobs }
}

const NEW = '01a1fff0-0000-7000-8000-000000000001'
const newSet = (sessionId: string) => ({
  id: NEW,
  sessionId,
  origin: 'model',
  size: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
})

test('nothing is written before all of it is', async () => {
  const { sql, sessionId, blob, blobs, db } = await database()
  const rows = new Rows()
  rows.insert('Blob', [blob('a')])
  rows.insert('Blob', [blob('b'), blob('c')])
  rows.update('Session', sessionId, { title: 'One' })
  rows.update('Session', sessionId, { title: 'Two', blocks: 'text_end' })
  expect(await blobs()).toEqual([])
  expect(await rows.write(sql)).toBe(true)
  expect(await blobs()).toEqual(['a', 'b', 'c'])
  expect(await db.session.findUnique({ where: { id: sessionId } })).toMatchObject({
    title: 'Two',
    blocks: 'text_end',
  })
})

test('where the guard finds nothing, nothing is written', async () => {
  const { sql, sessionId, blob, blobs, db } = await database()
  const rows = new Rows()
  rows.insert('Blob', [blob('a')])
  rows.insert('CallSet', [newSet(sessionId)])
  rows.update('Session', sessionId, { title: 'One' })
  rows.add(Prisma.sql`UPDATE "Session" SET blocks = 'text_end' FROM ${GUARD}`)
  rows.remove('Session', [sessionId])
  expect(await rows.write(sql, Prisma.sql`SELECT 1 AS one WHERE false`)).toBe(false)
  expect(await blobs()).toEqual([])
  expect(await db.callSet.count()).toBe(0)
  expect(await db.session.findUnique({ where: { id: sessionId } })).toMatchObject({ blocks: 'off' })
})

test('a row that is new is written as it has become, or not at all', async () => {
  const { sql, sessionId, db } = await database()
  const rows = new Rows()
  rows.insert('CallSet', [newSet(sessionId)])
  rows.update('CallSet', NEW, { size: 2 })
  await rows.write(sql)
  expect(await db.callSet.findUnique({ where: { id: NEW } })).toMatchObject({ size: 2 })
  const none = new Rows()
  none.update('CallSet', NEW, { size: 3 })
  const id = NEW.replace(/1$/, '2')
  none.insert('CallSet', [{ ...newSet(sessionId), id }])
  none.remove('CallSet', [id, NEW])
  await none.write(sql)
  expect(await db.callSet.count()).toBe(0)
})

test('what is there already is left as it is, or replaced, where that is asked for', async () => {
  const { sql, sessionId, blob, blobs } = await database()
  const writes = (text: string, conflict?: Parameters<Rows['insert']>[2]) => {
    const rows = new Rows()
    rows.insert('Blob', [{ ...blob('a'), text }], conflict)
    return rows.write(sql)
  }
  await writes('a')
  await writes('b', { skip: true })
  expect(await blobs()).toEqual(['a'])
  await writes('c', { replace: ['sessionId', 'hash'] })
  expect(await blobs()).toEqual(['c'])
  await expect(writes('d')).rejects.toThrow(/duplicate key/)
  expect(sessionId).toBeDefined()
})

test('of a row that changes only what is no longer what it was is written', async () => {
  const { sql, sessionId, db } = await database()
  await db.session.update({ where: { id: sessionId }, data: { persona: 'Pirate', workspace: 'a' } })
  const limits = { requests: 3 }
  const rows = new Rows()
  rows.change('Session', sessionId, {
    before: { title: 'One', persona: 'Cook', workspace: 'b', limits, tools: { include: null } },
    after: { title: 'Two', workspace: 'b', limits, tools: { include: ['b'] } },
  })
  await rows.write(sql)
  const session = await db.session.findUniqueOrThrow({ where: { id: sessionId } })
  expect(session).toMatchObject({ title: 'Two', persona: null, workspace: 'a', tools: { include: ['b'] } })
  expect(session.limits).not.toEqual(limits)
})

test('a row that is to be changed and is not there is an error, and nothing is written', async () => {
  const { sql, blob, blobs } = await database()
  const rows = new Rows()
  rows.insert('Blob', [blob('a')])
  rows.update('Session', NEW, { title: 'One' })
  await expect(rows.write(sql)).rejects.toThrow(/not there/)
  expect(await blobs()).toEqual([])
})

test('every kind of column is written as it was given', async () => {
  const { sql, sessionId, db } = await database()
  const rows = new Rows()
  const bytes = new Uint8Array([0, 1, 255])
  rows.insert('Content', [{ sessionId, hash: 'h', bytes }], { skip: true })
  const memory = {
    id: NEW,
    text: 'it’s\n"so"',
    textHash: 'h',
    tags: ['a', 'b,"', ''],
    source: { kind: 'person' },
  }
  rows.insert('Memory', [
    { ...memory, createdAt: '2026-11-22T01:02:03.456Z', updatedAt: '2026-11-22T01:02:03.456Z' },
  ])
  await rows.write(sql)
  expect((await db.content.findFirst())?.bytes).toEqual(bytes)
  expect(await db.memory.findUnique({ where: { id: NEW } })).toMatchObject({
    ...memory,
    createdAt: new Date('2026-11-22T01:02:03.456Z'),
  })
})
