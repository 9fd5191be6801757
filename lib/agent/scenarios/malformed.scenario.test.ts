import { describe, expect, test } from 'vitest'
import { type Scenario, type Scripted, scenario } from '@/test/world/scenario'
import { continueRun } from '../actions/runs'

const action = (name: string): string =>
  `<ACTION><tool_name>gated_write</tool_name><parameters><name>${name}</name></parameters></ACTION>`

const complete: Scripted = {
  raw: '<ACTION><tool_name>task_complete</tool_name><parameters><summary>Done.</summary></parameters></ACTION>',
}

const tagged = (name: string): string =>
  `<tool_call>{"name": "gated_write", "arguments": {"name": "${name}"}}</tool_call>`

const CUT = 'Look: <tool_call>{"name": "gated_write", "arguments": {"na'

const issues = async (s: Scenario) =>
  (await s.events()).flatMap(event => (event.type === 'parse.issue' ? [event.data] : []))

const notices = async (s: Scenario): Promise<string[]> =>
  (await s.texts()).filter(text => text.startsWith('notice: '))

describe('what looks like a Call and cannot be read', () => {
  test('is told and asked for again, also beside Calls that run, which begin the count anew', async () => {
    const s = await scenario()
    const cut = { raw: CUT }
    await s.plays([cut, cut, { raw: `${tagged('a!')}\n${CUT}` }, cut, cut, { text: 'Done.' }])
    await s.waitsOn('gated_write')
    const [issue] = await issues(s)
    expect(issue).toMatchObject({ number: 1, excerpt: expect.stringContaining('<tool_call>') })
    expect((await notices(s))[0]).toContain(issue?.reason ?? 'none')
    const told = await s.sent(2)
    expect(told[1]).toBe(`assistant: ${CUT}`)
    expect(told[2]).toContain('nothing was run for it')
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a!'])
    expect(await issues(s)).toHaveLength(5)
    expect((await s.sent(4)).slice(-2)).toEqual([
      expect.stringContaining('a! is done'),
      expect.stringContaining('nothing was run for it'),
    ])
  })

  test('ends the Run when it comes three times in a row, which can be gone on with', async () => {
    const s = await scenario({ dialect: 'structured' })
    const bad = { raw: 'No object.' }
    await s.plays([bad, bad, bad, { raw: '{"output": "Done.", "calls": []}' }])
    const run = await s.ends('malformed')
    expect(run.requests).toBe(3)
    expect(await issues(s)).toHaveLength(3)
    expect((await s.texts()).at(-1)).toBe(`notice: ${run.error}`)
    expect(await continueRun(s.deps, { runId: run.id })).toMatchObject({ runId: expect.any(String) })
    await s.ends('no_calls')
    expect((await s.sent(4)).slice(-2)).toEqual([
      expect.stringContaining('could not be read'),
      'user: Go on with what is left to do.',
    ])
  })
})

test('react nudges a reply that only talks, runs only the first action of one, and ends with task_complete', async () => {
  const s = await scenario({ dialect: 'react' })
  await s.plays([{ text: 'I think I am done.' }, { raw: `${action('a!')}\n${action('b!')}` }, complete])
  expect((await s.waitsOn('gated_write')).calls).toHaveLength(1)
  await s.approves('gated_write')
  await s.ends('task_complete')
  expect(s.gates.ledger).toEqual(['a!'])
  expect(await issues(s)).toHaveLength(2)
  expect((await s.sent(2)).at(-1)).toMatch(/^user: Your reply has no action\./)
  expect((await s.sent(3)).at(-1)).toContain('Only the first action of a reply counts.')
})

test('a reply that meets the output limit runs nothing of what it called, and is told to write it again', async () => {
  const s = await scenario({ dialect: 'tags' })
  await s.plays([{ raw: `${tagged('a!')}\nand`, fault: 'length' }, { text: 'Done.' }])
  await s.ends('final_text')
  expect(s.gates.begun).toEqual([])
  expect(await issues(s)).toHaveLength(1)
  expect((await s.sent(2)).slice(1)).toEqual([
    'assistant: and',
    expect.stringMatching(/Go on where it ended\. No call of it was run/),
  ])
})
