import { describe, expect, test } from 'vitest'
import { calls, ok, refused, ruling, type Scenario, scenario } from '@/test/world/scenario'

const done = { text: 'Done.' }
/** What the tools of the tests throw. */
const SECRET = 'A bug of the tests.'

/** The lines of the log, each under the reference that a text names: only there is the exception. */
async function logged(s: Scenario, texts: (string | undefined)[]): Promise<string[]> {
  const references = texts.map(text => /The log says more under ([0-9a-f]{8})\./.exec(text ?? '')?.[1])
  const lines = s.server.errors.splice(0)
  const told = lines.map(line => JSON.parse(line.slice(line.indexOf('{'))))
  expect(told).toMatchObject(
    references.map(reference => ({
      reference,
      error: `Error: ${SECRET}`,
      stack: expect.stringContaining('gate-tools'),
    })),
  )
  const shown = [await s.view(), await s.events(), await s.world.db.request.findMany()]
  expect(JSON.stringify(shown)).not.toContain(SECRET)
  return lines.map(line => line.slice(0, line.indexOf('{')).trim())
}

const resultsSent = async (s: Scenario, number: number): Promise<string[]> =>
  (await s.sent(number)).filter(line => line.includes('unexpectedly'))

describe('a bug is told in general words, and in the log under the reference that they name', () => {
  test('of the program: it ends the Run and leaves the session usable', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write bug')])
    const run = await s.ends('error')
    expect(run.error).toMatch(/^Something broke in the server\. /)
    expect(await s.texts()).toContain(`notice: ${run.error}`)
    expect(await logged(s, [run.error])).toEqual(['A run failed'])
    await s.plays([done])
    await s.ends('final_text')
  })

  test('of a tool: what it looks at cannot run, what it ran may have taken effect, and the Run goes on', async () => {
    const s = await scenario()
    const bugs = ['bug_in_paths', 'bug_in_preview', 'bug_in_perform'].map(name => `gated_write ${name}`)
    await s.plays([calls(...bugs, 'gated_write a!'), done])
    await s.waitsOn('gated_write', 'gated_write')
    const atFirst = s.server.errors.splice(0)
    for (const at of ['paths', 'preview']) {
      const edit = { kind: 'edit' as const, arguments: { name: `bug_in_${at}` } }
      const { detail } = refused(await s.rules('gated_write a!', edit), 'invalid_arguments')
      await logged(s, [detail])
    }
    await s.approves('gated_write', 'gated_write')
    await s.ends('final_text')
    expect(await s.results()).toEqual([...bugs.map(() => 'gated_write: error'), 'gated_write: ok'])
    const sent = await resultsSent(s, 2)
    expect(sent.map(line => line.includes('It may or may not have taken effect'))).toEqual([
      false,
      false,
      true,
    ])
    s.server.errors.unshift(...atFirst)
    expect((await logged(s, sent)).toSorted()).toEqual([
      'A preview failed',
      'A tool failed',
      'The paths of a call cannot be told',
    ])
  })

  test('of a tool whose approved Call is about to begin: nothing of it ran, and others of its set are decided and run', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!', 'gated_write b!', 'gated_write c!'), done])
    const set = await s.waitsOn('gated_write', 'gated_write', 'gated_write')
    const decisions = set.calls.slice(0, 2).map(each => ruling(each, { kind: 'approve' }))
    ok(await s.rulesOn(set.id, decisions, { holdMs: 30_000 }))
    s.gates.breaks('a!')
    await s.denies('gated_write c!')
    await s.world.passes(30_000)
    await s.ends('final_text')
    expect(await s.results()).toContain('gated_write: error')
    expect(s.gates.ledger).toEqual(['b!'])
    const sent = await resultsSent(s, 2)
    expect(sent).toEqual([expect.stringContaining('gated_write failed unexpectedly. Nothing of it ran.')])
    expect(await logged(s, sent)).toEqual(['The paths of a call cannot be told'])
  })
})
