import { expect, test } from 'vitest'
import { calls, Scenario, scenario } from '@/lib/testing/scenario'
import type { Deps } from './deps'

const done = { text: 'Done.' }

/** A process in which the loop cannot begin within a fact: the first time it looks who holds the session it breaks. */
function broken(deps: Deps): Deps {
  let breaks = true
  const presence = {
    ...deps.presence,
    get holder(): bigint {
      if (!breaks) return deps.presence.holder
      breaks = false
      throw new Error('A bug of the tests.')
    },
  }
  return { ...deps, presence }
}

test('what a Decision lets begin is begun in its own commit, where this process has a place for it', async () => {
  const s = await scenario()
  await s.plays([calls('gated_write a!'), done])
  await s.waitsOn('gated_write')
  await s.world.until('a free place', async () => s.server.waker.active() === 0)
  await s.approves('gated_write')
  await s.ends('final_text')
  const rows = await s.world.db.event.findMany({
    where: { chain: s.sessionId, type: { in: ['call.decided', 'call.started'] } },
  })
  expect(rows.map(({ type }) => type)).toEqual(['call.decided', 'call.started'])
  expect(new Set(rows.map(({ xid }) => xid)).size).toBe(1)
})

test('a process without a free place leaves what follows to the loop', async () => {
  const s = await scenario()
  await s.plays([calls('gated_write a!'), done])
  await s.waitsOn('gated_write')
  const full = { ...s.server, deps: { ...s.server.deps, reserve: () => null } }
  await new Scenario(s.world, full, s.sessionId).approves('gated_write')
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(['a!'])
})

test('a fact is stored though the loop cannot begin with it, and the loop goes on by itself', async () => {
  const s = await scenario()
  const deps = broken(s.server.deps)
  await new Scenario(s.world, { ...s.server, deps }, s.sessionId).plays([calls('gated_write a!'), done])
  await s.waitsOn('gated_write')
  expect((await s.told()).filter(type => type === 'run.queued')).toHaveLength(1)
  await s.approves('gated_write')
  await s.ends('final_text')
})

test('a fact that is refused gives its place back', async () => {
  const s = await scenario({}, { server: { slots: 1 } })
  await s.plays([calls('gated_write a!'), done])
  await s.waitsOn('gated_write')
  const before = await s.view()
  await s.rules('gated_write', { kind: 'mark_done' })
  expect(s.server.waker.active()).toBe(0)
  expect((await s.view()).seq).toBe(before.seq)
  await s.approves('gated_write')
  await s.ends('final_text')
})
