import { describe, expect, test } from 'vitest'
import { call, calls, ok, type Scenario, scenario } from './scenario'

const done = { text: 'Done.' }

let former: string | undefined

/** Whether the world of this test is that of the one before it. */
async function begins(): Promise<{ s: Scenario; isSame: boolean }> {
  const s = await scenario()
  const isSame = s.world.workspace === former
  former = s.world.workspace
  return { s, isSame }
}

/** A session, a file, an effect and a time that has passed. */
async function leavesMuch(s: Scenario): Promise<void> {
  await s.plays([call('write_file', { path: 'a.md', content: '' }), calls('gated_write a!'), done])
  await s.waitsOn('write_file')
  await s.approves('write_file')
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.ends('final_text')
  await s.world.passes(60_000)
}

describe('the world of a test', () => {
  test('is of this file alone', async () => {
    const { s, isSame } = await begins()
    expect(isSame).toBe(false)
    await leavesMuch(s)
  })

  test('is given on, empty', async () => {
    const { s, isSame } = await begins()
    expect(isSame).toBe(true)
    const { world, gates } = s
    expect(await world.files()).toEqual([])
    expect([gates.ledger, gates.begun]).toEqual([[], []])
    expect(await world.db.session.count()).toBe(1)
    const chains = await world.db.event.groupBy({ by: ['chain'] })
    expect(chains.map(({ chain }) => chain).toSorted()).toEqual([s.sessionId, 'installation'].toSorted())
    expect(await world.db.searchItem.count()).toBe(0)
  })

  /** What keeps the world of one test from the next, which is the next line here. */
  test.each<[string, (s: Scenario) => Promise<unknown>]>([
    ['sets the clock back', s => s.world.passes(-1)],
    ['starts another server', s => s.world.startServer({ role: 'web' })],
    ['kills the server', async s => s.server.kill9()],
    ['writes past the server', s => s.world.touches('UPDATE "Session" SET title = title')],
    [
      'keeps a rule',
      async s => {
        await s.plays([call('read_file', { path: 'a.md' }), done])
        await s.waitsOn('read_file')
        const path = { argument: '/path', kind: 'exact', value: 'a.md' } as const
        ok(await s.rules('read_file', { kind: 'approve', remember: { scope: 'session', matchers: [path] } }))
        await s.ends('final_text')
      },
    ],
    [
      'leaves something running',
      async s => {
        await s.plays([calls('gated_write a'), done])
        await s.waitsOn('gated_write')
        await s.approves('gated_write')
        await s.gates.begins('a')
      },
    ],
    ['comes after that', async () => {}],
  ])('is no other’s, which %s', async (what, acts) => {
    const { s, isSame } = await begins()
    expect(isSame).toBe(what === 'sets the clock back')
    await acts(s)
  })
})
