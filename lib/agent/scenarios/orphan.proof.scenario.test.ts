import { describe, expect, test } from 'vitest'
import type { NewSession } from '@/lib/domain/session/session'
import { calls, Scenario, type Scripted, scenario, startsSession } from '@/test/world/scenario'
import { AT_ONCE, IMPATIENT } from '@/test/world/world'

const done: Scripted = { text: 'Done.' }

/** A write that ignores its abort was given up, and the next one is approved: it waits. */
async function givenUp(settings: NewSession = {}) {
  const s = await scenario({ limits: { toolMs: 200 }, ...settings }, { server: IMPATIENT })
  await s.plays([calls('gated_deaf a'), calls('gated_read r!', 'gated_write z!'), done])
  await s.waitsOn('gated_deaf')
  await s.approves('gated_deaf')
  await s.waitsOn('gated_read', 'gated_write')
  expect(await s.results()).toEqual(['gated_deaf: unknown'])
  return s
}

const isHeld = async (s: Scenario) => {
  const calls = (await s.view()).openSets.flatMap(set => set.calls)
  return calls.some(call => call.state === 'approved' && call.heldBy?.tool === 'gated_deaf')
}

describe('a write that was given up and may still act', () => {
  test('holds back the next one, which says so, and no read; then it goes on', async () => {
    const s = await givenUp()
    await s.approves('gated_read', 'gated_write')
    await s.world.until('the write that waits', () => isHeld(s))
    expect(s.gates.begun).toEqual(['a', 'r!'])
    s.gates.open('a')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a', 'z!'])
    expect(await s.results()).toEqual(['gated_deaf: unknown', 'gated_read: ok', 'gated_write: ok'])
  })

  test('holds back those of other sessions too, through whatever process, where they work in its folder', async () => {
    const s = await givenUp({ workspace: 'one' })
    const server = await s.world.startServer()
    const beside = await startsSession(s.world, server, { workspace: 'one/below' })
    const elsewhere = await startsSession(s.world, server, { workspace: 'two' })
    for (const [session, name] of [
      [beside, 'b!'],
      [elsewhere, 'e!'],
    ] as const) {
      await session.plays([calls(`gated_write ${name}`), done])
      await session.waitsOn('gated_write')
      await session.approves('gated_write')
    }
    await elsewhere.ends('final_text')
    await s.world.until('the write that waits', () => isHeld(beside))
    expect(s.gates.ledger).toEqual(['a', 'e!'])
    s.gates.open('a')
    await beside.ends('final_text')
    await s.stops()
  })

  test('holds back the next one after a stop too', async () => {
    const s = await scenario()
    await s.plays([calls('gated_deaf a'), done])
    await s.waitsOn('gated_deaf')
    await s.approves('gated_deaf')
    await s.gates.begins('a')
    await s.stops()
    await s.ends('cancelled')
    await s.plays([calls('gated_write z!'), done])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.world.until('the write that waits', () => isHeld(s))
    expect(s.gates.ledger).toEqual(['a'])
    s.gates.open('a')
    await s.ends('final_text')
  })

  test('can be stopped while it waits, and is then not run', async () => {
    const s = await givenUp()
    await s.approves('gated_read', 'gated_write')
    await s.world.until('the write that waits', () => isHeld(s))
    await s.stops()
    await s.ends('cancelled')
    s.gates.open('a')
    expect(await s.results()).toEqual(['gated_deaf: unknown', 'gated_read: ok', 'gated_write: not_run'])
  })

  test('holds back nothing any more once its process has ended', async () => {
    const s = await givenUp()
    s.server.kill9()
    const next = new Scenario(s.world, await s.world.startServer({ takeover: AT_ONCE }), s.sessionId)
    await next.approves('gated_read', 'gated_write')
    await next.ends('final_text')
    expect(s.gates.ledger).toEqual(['a', 'z!'])
    expect(await s.world.db.runaway.count()).toBe(0)
  })
})
