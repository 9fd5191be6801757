// @module-tag invariant

import { expect, test } from 'vitest'
import { toInstant } from '@/lib/domain/instant'
import { calls, type Scenario, scenario } from '@/test/world/scenario'

const done = { text: 'Done.' }
const TEN_MINUTES = 600_000

const startsFull = (s: Scenario): Promise<void> =>
  s.sets({ mode: 'full', modeExpiresAt: toInstant(Date.now() + s.world.clock.offsetMs + TEN_MINUTES) })

const write = (name: string) => ({ name: 'gated_write', arguments: { name } })
const hook = { name: 'write_file', arguments: { path: '.git/hooks/x', content: '' } }

const lastModes = async (s: Scenario) =>
  (await s.events())
    .flatMap(({ type, data }) => (type === 'session.changed' ? [data.session.mode] : []))
    .slice(-2)

const fallsBackTo = (s: Scenario, mode: string) =>
  s.world.until('the mode before', async () => (await s.view()).session.mode === mode)

test('auto lets reads run and asks for writes', async () => {
  const s = await scenario({ mode: 'auto' })
  await s.plays([calls('gated_read a!', 'gated_write b!'), done])
  const { calls: asked } = await s.waitsOn('gated_write')
  expect(s.gates.begun).toEqual(['a!'])
  expect(asked.map(({ reason }) => [reason?.code, reason?.params])).toEqual([
    ['reason.allowMode', { mode: 'auto' }],
    ['reason.askMode', { mode: 'auto' }],
  ])
  await s.approves('gated_write')
  await s.ends('final_text')
})

test('full lets writes run, not what the floor asks about, and from its end on everything asks', async () => {
  const s = await scenario()
  await startsFull(s)
  await s.plays([{ calls: [write('a!'), hook, write('b!')] }, done])
  const set = await s.waitsOn('write_file')
  expect(set.calls.map(({ state, reason }) => [state, reason?.code])).toEqual([
    ['settled', 'reason.allowMode'],
    ['waiting', 'reason.trusted'],
    ['approved', 'reason.allowMode'],
  ])
  await s.world.passes(TEN_MINUTES)
  await fallsBackTo(s, 'ask')
  expect((await s.view()).session.modeExpiresAt).toBeUndefined()
  expect(await lastModes(s)).toEqual(['full', 'ask'])
  await s.denies('write_file')
  const again = await s.asks('gated_write')
  expect(again).toMatchObject({
    reason: { code: 'reason.askMode', params: { mode: 'ask' } },
    decisions: [{ by: { type: 'mode', id: 'full' }, void: 'policy' }],
  })
  expect(s.gates.begun).toEqual(['a!'])
  await s.approves('gated_write')
  await s.ends('final_text')
})

test('full ends while a call runs, and the next one of its set asks', async () => {
  const s = await scenario({ limits: { toolMs: 2 * TEN_MINUTES } })
  await startsFull(s)
  await s.plays([calls('gated_write a', 'gated_write b!'), done])
  await s.gates.begins('a')
  await s.world.passes(TEN_MINUTES)
  await fallsBackTo(s, 'ask')
  s.gates.open('a')
  await s.asks('gated_write')
  await s.approves('gated_write')
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(['a', 'b!'])
})

test('an idle session falls back by itself to the mode before, also by another process, and the model hears of it', async () => {
  const s = await scenario({ mode: 'plan' })
  await s.plays([done])
  await s.ends('final_text')
  await startsFull(s)
  expect((await s.view()).session).toMatchObject({ mode: 'full', modeBefore: 'plan' })
  const fork = await s.forks((await s.view()).seq)
  expect((await fork.view()).session).toMatchObject({ mode: 'plan' })
  s.server.kill9()
  s.world.clock.offsetMs += TEN_MINUTES
  expect(await lastModes(s)).toEqual(['plan', 'full'])
  await s.crashesAndRestarts()
  await fallsBackTo(s, 'plan')
  expect(await lastModes(s)).toEqual(['full', 'plan'])
  await s.plays([{ calls: [write('w!')] }, done])
  await s.ends('final_text')
  expect((await s.sent(2)).join('\n')).toMatch(/ended the planning.*You are planning/s)
  expect(s.gates.ledger).toEqual([])
})
