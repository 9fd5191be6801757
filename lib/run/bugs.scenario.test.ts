import { describe, expect, test } from 'vitest'
import { calls, refused, type Scenario, scenario } from '@/lib/testing/scenario'

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

  test('of a tool that looks at a person’s edit: it is refused', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!'), done])
    await s.waitsOn('gated_write')
    const edit = { kind: 'edit' as const, arguments: { name: 'bug_in_preview' } }
    const { detail } = refused(await s.rules('gated_write', edit), 'invalid_arguments')
    expect(await logged(s, detail)).toMatch(/^A preview failed/)
    await s.stops()
    await s.ends('cancelled')
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
