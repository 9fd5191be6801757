import { expect, test } from 'vitest'
import { call, type Scenario, scenario, startsSession } from '@/test/world/scenario'

/** An approved command that ends once a file of this name is there. */
async function waitsFor(s: Scenario, file: string): Promise<void> {
  await s.plays([
    call('run_command', { command: `until [ -e ${file} ]; do sleep 0.02; done` }),
    { text: 'Done.' },
  ])
  await s.waitsOn('run_command')
  await s.approves('run_command')
}

test('as many commands run as there are cores; the others have not begun, hold no lease, and follow in their order', async () => {
  const first = await scenario({}, { server: { sandbox: { kind: 'bubblewrap', read: [] }, cores: 1 } })
  const { world, server } = first
  const stories = [first]
  for (const _ of [1, 2, 3]) stories.push(await startsSession(world, server))
  const [, second, third, last] = stories as [Scenario, Scenario, Scenario, Scenario]
  const states = async () => {
    const rows = await world.db.call.findMany({ orderBy: { id: 'asc' }, select: { state: true } })
    return rows.map(({ state }) => state)
  }
  const leases = () => world.db.sessionHead.count({ where: { leaseHolder: { not: null } } })
  for (const s of stories) await waitsFor(s, s === last ? 'later' : 'now')
  await world.until('those in line at rest', async () => (await leases()) === 1 && server.pool.active() === 1)
  expect(await states()).toEqual(['executing', 'approved', 'approved', 'approved'])
  const inLine = await world.db.run.findFirst({ where: { sessionId: third.sessionId } })
  expect(inLine).toMatchObject({ status: 'running', activeSince: null })
  await second.stops()
  await second.ends('cancelled')
  await world.puts('now', '')
  for (const s of [first, third]) await s.ends('final_text')
  await world.until('the last one', async () => (await states()).at(-1) === 'executing')
  await world.puts('later', '')
  await last.ends('final_text')
  expect(await Promise.all(stories.map(s => s.results()))).toEqual([
    ['run_command: ok'],
    ['run_command: not_run'],
    ['run_command: ok'],
    ['run_command: ok'],
  ])
})
