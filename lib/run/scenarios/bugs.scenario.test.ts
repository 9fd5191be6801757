import { describe, expect, test } from 'vitest'
import { calls, ok, refused, ruling, type Scenario, scenario } from '@/lib/testing/world/scenario'

const done = { text: 'Done.' }
/** What the tools of the tests throw. */
const SECRET = 'A bug of the tests.'

/** The reference that a text names: one line of the log stands under it, and only that one has the exception. */
async function logged(s: Scenario, text: string): Promise<string> {
  const [, reference = ''] = /The log says more under ([0-9a-f]{8})\.$/.exec(text) ?? []
  const [line, ...others] = s.server.errors.splice(0)
  expect(others).toEqual([])
  expect(JSON.parse(line?.slice(line.indexOf('{')) ?? '')).toMatchObject({
    reference,
    error: `Error: ${SECRET}`,
    stack: expect.stringContaining('gate-tools'),
  })
  expect(
    JSON.stringify([await s.view(), await s.events(), await s.world.db.request.findMany()]),
  ).not.toContain(SECRET)
  return line ?? ''
}

describe('a bug is told in general words, and in the log under the reference that they name', () => {
  test('of the program: it ends the Run and leaves the session usable', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write bug')])
    const run = await s.ends('error')
    expect(run.error).toMatch(/^Something broke in the server\. The log says more under /)
    expect(await s.texts()).toContain(`notice: ${run.error}`)
    expect(await logged(s, run.error ?? '')).toMatch(/^A run failed/)
    await s.plays([done])
    await s.ends('final_text')
  })

  test('of a tool that looks at a Call: the Call cannot run, and the Run goes on', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write bug_in_preview'), done])
    await s.ends('final_text')
    expect(await s.results()).toEqual(['gated_write: error'])
    const told = (await s.sent(2)).at(-1) ?? ''
    expect(told).toMatch(/gated_write failed unexpectedly\./)
    expect(await logged(s, told)).toMatch(/^A preview failed/)
  })

  test('of a tool that names the paths of a Call: the Call cannot run, and the Run goes on', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write bug_in_paths', 'gated_write a!'), done])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(await s.results()).toEqual(['gated_write: error', 'gated_write: ok'])
    const told = (await s.sent(2)).find(line => line.includes('unexpectedly')) ?? ''
    expect(told).toMatch(/gated_write failed unexpectedly\./)
    expect(await logged(s, told)).toMatch(/^The paths of a call cannot be told/)
  })

  test.each(['paths', 'preview'])(
    'of a tool that looks at a person’s edit, in its %s: it is refused',
    async at => {
      const s = await scenario()
      await s.plays([calls('gated_write a!'), done])
      await s.waitsOn('gated_write')
      const edit = { kind: 'edit' as const, arguments: { name: `bug_in_${at}` } }
      const { detail } = refused(await s.rules('gated_write', edit), 'invalid_arguments')
      await logged(s, detail)
      await s.stops()
      await s.ends('cancelled')
    },
  )

  test('of a tool whose approved Call is about to begin: that Call fails, and nothing of it ran', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!', 'gated_write b!'), done])
    const set = await s.waitsOn('gated_write', 'gated_write')
    const decisions = set.calls.map(each => ruling(each, { kind: 'approve' }))
    ok(await s.rulesOn(set.id, decisions, { holdMs: 30_000 }))
    s.gates.breaks('a!')
    await s.world.passes(30_000)
    await s.ends('final_text')
    expect(await s.results()).toEqual(['gated_write: error', 'gated_write: ok'])
    expect(s.gates.ledger).toEqual(['b!'])
    const told = (await s.sent(2)).find(line => line.includes('unexpectedly')) ?? ''
    expect(told).toMatch(/gated_write failed unexpectedly\. Nothing of it ran\./)
    expect(await logged(s, told)).toMatch(/^The paths of a call cannot be told/)
  })

  test('of a tool keeps nobody from deciding other Calls of its set', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!', 'gated_write b!'), done])
    await s.waitsOn('gated_write', 'gated_write')
    s.gates.breaks('b!')
    ok(await s.rules('gated_write a!', { kind: 'edit', arguments: { name: 'c!' } }))
    await s.waitsOn('gated_write')
    await s.denies('gated_write')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['c!'])
  })

  test('of a tool that runs: whether it took effect is not known, and both are told so', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write bug_in_perform'), done])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.ends('final_text')
    const told = (await s.sent(2)).at(-1) ?? ''
    expect(told).toMatch(/gated_write failed unexpectedly\. It may or may not have taken effect\./)
    expect(await logged(s, told)).toMatch(/^A tool failed/)
  })
})
