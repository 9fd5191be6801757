// @module-tag invariant
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PostgresProxy } from '@/test/faults/postgres-proxy'
import { type Fate, holdsNext, losesNext, overProxy } from '@/test/world/over-proxy'
import { calls, Scenario, startsSession } from '@/test/world/scenario'

const done = { text: 'Done.' }

/** A process whose connection can break just after Postgres has committed, and before it hears of that. */
async function waitingOverProxy(events: string[]) {
  const over = await overProxy(events)
  await over.s.plays([calls('gated_write a!'), done])
  await over.s.waitsOn('gated_write')
  return over
}

/** What is stored here is not committed until it is `released`. */
async function heldUp(proxy: PostgresProxy, stores: () => Promise<unknown>) {
  const released = Promise.withResolvers<Fate>()
  const held = holdsNext(proxy, 'before', released.promise)
  const storing = stores()
  storing.catch(() => undefined)
  await held
  return { storing, released: released.resolve }
}

const losesNextAnswer = (proxy: PostgresProxy): Promise<void> => losesNext(proxy, 'after')

test('a commit whose answer was lost, that ended one Call and began the next, is gone on from', async () => {
  const { s, proxy } = await overProxy(['call.ended', 'call.started'])
  await s.plays([calls('gated_write a', 'gated_write b!'), done])
  await s.waitsOn('gated_write', 'gated_write')
  await s.approves('gated_write a', 'gated_write b!')
  await s.gates.begins('a')
  const lost = losesNextAnswer(proxy)
  s.gates.open('a')
  await lost
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(['a', 'b!'])
  expect(await s.results()).toEqual(['gated_write: ok', 'gated_write: ok'])
})

test('a commit whose answer was lost, that stored a Solution, stores it once', async () => {
  const { s, proxy } = await overProxy(['request.ended', 'call.waiting'])
  const lost = losesNextAnswer(proxy)
  await s.plays([calls('gated_write a!'), done])
  await lost
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(['a!'])
})

test('a commit whose answer was lost, that ended the last Call and began a Request, asks once', async () => {
  const { s, proxy } = await waitingOverProxy(['call.ended', 'request.started'])
  const lost = losesNextAnswer(proxy)
  await s.approves('gated_write')
  await lost
  await s.ends('final_text')
  expect(await s.world.db.request.count()).toBe(2)
  expect((await s.told()).filter(type => type === 'request.started')).toHaveLength(2)
})

test('a commit whose answer was lost, that began a Call and ended nothing, leaves a question', async () => {
  const { s, proxy } = await waitingOverProxy(['call.started'])
  const lost = losesNextAnswer(proxy)
  const web = await s.world.startServer({ role: 'web' })
  await new Scenario(s.world, web, s.sessionId).approves('gated_write')
  await lost
  await s.asks('gated_write', 'outcome_unknown')
  expect(s.gates.ledger).toEqual([])
  await s.stops()
  await s.ends('cancelled')
})

test('a Decision whose answer was lost, and that began its Call, is gone on from, though nobody heard of it', async () => {
  const { s, proxy } = await waitingOverProxy(['call.decided', 'call.started'])
  const lost = losesNextAnswer(proxy)
  await expect(s.approves('gated_write')).rejects.toThrow()
  await lost
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(['a!'])
})

test('a Decision that was lost before it was committed has touched no file, and can be made again', async () => {
  const { s, proxy } = await overProxy(['call.decided', 'call.started'])
  const writes = (path: string) => [
    { calls: [{ name: 'write_file', arguments: { path, content: 'a' } }] },
    done,
  ]
  const written = (path: string) => existsSync(join(s.world.workspace, path))
  await s.plays(writes('a.txt'))
  await s.waitsOn('write_file')
  const { storing, released } = await heldUp(proxy, () => s.approves('write_file'))
  const other = await startsSession(s.world, await s.world.startServer())
  await other.plays(writes('b.txt'))
  await other.waitsOn('write_file')
  await other.approves('write_file')
  await other.ends('final_text')
  expect([written('b.txt'), written('a.txt')]).toEqual([true, false])
  released('drop')
  await expect(storing).rejects.toThrow()
  await s.waitsOn('write_file')
  await s.approves('write_file')
  await s.ends('final_text')
  expect(written('a.txt')).toBe(true)
})

test('a message that was lost before it was committed has asked no model, and can be said again', async () => {
  const { s, proxy } = await overProxy(['run.started', 'request.started'])
  const asked: string[] = []
  s.deps.bus.subscribe(note => {
    if (note.kind === 'delta' && note.sessionId === s.sessionId) asked.push(note.type)
  })
  const other = await startsSession(s.world, await s.world.startServer())
  const { storing, released } = await heldUp(proxy, () => s.plays([done]))
  await other.plays([done])
  await other.ends('final_text')
  released('drop')
  await expect(storing).rejects.toThrow()
  expect(asked).toEqual([])
  await s.plays([done])
  await s.ends('final_text')
  expect(asked).toEqual(['text.delta'])
})
