import { describe, expect, test } from 'vitest'
import { call, calls, ok, type Scenario, scenario } from './scenario'

const done = { text: 'Done.' }

let former: Scenario | undefined

/** What this test has of the one before it. */
async function begins(): Promise<{ s: Scenario; shares: { server: boolean; database: boolean } }> {
  const s = await scenario()
  const server = s.deps.processLock.holder === former?.deps.processLock.holder
  const database = s.world.workspace === former?.world.workspace
  former = s
  return { s, shares: { server, database } }
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

/** As empty as for the first test of all. */
async function isEmpty({ world, gates, sessionId }: Scenario): Promise<void> {
  expect(await world.files()).toEqual([])
  expect([gates.ledger, gates.begun]).toEqual([[], []])
  expect(await world.db.session.count()).toBe(1)
  const chains = await world.db.event.groupBy({ by: ['chain'] })
  expect(chains.map(({ chain }) => chain).toSorted()).toEqual([sessionId, 'installation'].toSorted())
  expect([await world.db.searchItem.count(), await world.db.rule.count()]).toEqual([0, 0])
}

const ALL = { server: true, database: true }
const DATABASE = { server: false, database: true }
const NOTHING = { server: false, database: false }

describe('the world of a test', () => {
  test('is of this file alone', async () => {
    const { s, shares } = await begins()
    expect(shares).toEqual(NOTHING)
    await leavesMuch(s)
  })

  /** What one test does, and what the next, which is the next line here, has of its world. */
  test.each<[string, (s: Scenario) => Promise<unknown>, typeof ALL]>([
    ['follows what can be deleted', leavesMuch, ALL],
    ['follows that too, and sets the clock back', s => s.world.passes(-1), ALL],
    [
      'follows a clock that was set back, and starts another server',
      s => s.world.startServer({ role: 'web' }),
      DATABASE,
    ],
    ['follows another server, and kills its own', async s => s.server.kill9(), DATABASE],
    [
      'follows a killed server, and writes past its own',
      s => s.world.touches('UPDATE "Session" SET title = title'),
      DATABASE,
    ],
    [
      'follows rows that were touched, and keeps a rule',
      async s => {
        await s.plays([call('read_file', { path: 'a.md' }), done])
        await s.waitsOn('read_file')
        const path = { argument: '/path', kind: 'exact', value: 'a.md' } as const
        ok(await s.rules('read_file', { kind: 'approve', remember: { scope: 'session', matchers: [path] } }))
        await s.ends('final_text')
      },
      DATABASE,
    ],
    [
      'follows a rule, and leaves something running',
      async s => {
        await s.plays([calls('gated_write a'), done])
        await s.waitsOn('gated_write')
        await s.approves('gated_write')
        await s.gates.begins('a')
      },
      DATABASE,
    ],
    ['follows what ran, and asks for the address of its database', async s => s.world.url, DATABASE],
    ['follows whoever knew the address', async () => {}, NOTHING],
  ])('is empty where it %s', async (...[, acts, expected]) => {
    const { s, shares } = await begins()
    expect(shares).toEqual(expected)
    await isEmpty(s)
    await acts(s)
  })
})
