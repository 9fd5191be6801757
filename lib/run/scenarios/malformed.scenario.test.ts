import { describe, expect, test } from 'vitest'
import { type Scenario, type Scripted, scenario } from '@/lib/testing/world/scenario'
import { continueRun } from '../actions/continue-run'

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
  test.each(['auto', 'tags'] as const)('is told and asked for again: %s', async dialect => {
    const s = await scenario({ dialect })
    await s.plays([{ raw: CUT }, { raw: tagged('a!') }, { text: 'Done.' }])
    await s.waitsOn('gated_write')
    const [issue, ...others] = await issues(s)
    expect(others).toEqual([])
    expect(issue).toMatchObject({ number: 1, excerpt: expect.stringContaining('<tool_call>') })
    expect(await notices(s)).toEqual([expect.stringContaining(issue?.reason ?? 'none')])
    const told = await s.sent(2)
    expect(told[1]).toBe(`assistant: ${CUT}`)
    expect(told[2]).toContain('nothing was run for it')
    await s.approves('gated_write')
    await s.ends('final_text')
  })

  test('is told beside the Calls that can be, which run', async () => {
    const s = await scenario({ dialect: 'tags' })
    await s.plays([{ raw: `${tagged('a!')}\n${CUT}` }, { text: 'Done.' }])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a!'])
    expect(await issues(s)).toHaveLength(1)
    const told = (await s.sent(2)).slice(2)
    expect(told[0]).toContain('a! is done')
    expect(told[1]).toContain('nothing was run for it')
  })

  test.each([
    ['auto', CUT],
    ['tags', CUT],
    ['react', '<ACTION><tool_name>gated_write</tool_name>'],
    ['react', 'I only talk.'],
    ['structured', 'Here you are: {"output": 1'],
  ] as const)('ends the Run when it comes three times in a row: %s', async (dialect, raw) => {
    const s = await scenario({ dialect })
    await s.plays([{ raw }, { raw }, { raw }, { text: 'Never said.' }])
    const run = await s.ends('malformed')
    expect(run).toMatchObject({ requests: 3, error: expect.stringMatching(/^3 replies in a row/) })
    expect(await issues(s)).toHaveLength(3)
    expect((await s.texts()).at(-1)).toBe(`notice: ${run.error}`)
  })

  test('does not end the Run where one between can be read', async () => {
    const s = await scenario({ dialect: 'tags' })
    const cut = { raw: CUT }
    await s.plays([cut, cut, { raw: tagged('a!') }, cut, cut, { text: 'Done.' }])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(await issues(s)).toHaveLength(4)
  })

  test('can be gone on with, and the model knows why', async () => {
    const s = await scenario({ dialect: 'structured' })
    const bad = { raw: 'No object.' }
    await s.plays([bad, bad, bad, { raw: '{"output": "Done.", "calls": []}' }])
    const { id } = await s.ends('malformed')
    const next = await continueRun(s.deps, { runId: id })
    expect(next).toMatchObject({ runId: expect.any(String) })
    await s.ends('no_calls')
    expect((await s.sent(4)).slice(-2)).toEqual([
      expect.stringContaining('could not be read'),
      'user: Go on with what is left to do.',
    ])
  })
})

describe('react', () => {
  test('nudges a reply that only talks, and ends with task_complete', async () => {
    const s = await scenario({ dialect: 'react' })
    await s.plays([{ text: 'I think I am done.' }, complete])
    await s.ends('task_complete')
    expect((await s.sent(2)).at(-1)).toMatch(/^user: Your reply has no action\./)
    expect(await notices(s)).toEqual([expect.stringContaining('The reply has no action.')])
  })

  test('runs only the first action of a reply, and says so', async () => {
    const s = await scenario({ dialect: 'react' })
    await s.plays([{ raw: `${action('a!')}\n${action('b!')}` }, complete])
    expect((await s.waitsOn('gated_write')).calls).toHaveLength(1)
    await s.approves('gated_write')
    await s.ends('task_complete')
    expect(s.gates.ledger).toEqual(['a!'])
    expect(await issues(s)).toMatchObject([{ reason: 'Only the first action of a reply counts.' }])
    expect((await s.sent(2)).at(-1)).toContain('Only the first action of a reply counts.')
  })

  test('takes code with signs of XML in it as it is', async () => {
    const s = await scenario({ dialect: 'react' })
    const code = 'if (a<b && c) { return "</x>" }!'
    await s.plays([{ raw: action(code) }, complete])
    const { calls } = await s.waitsOn('gated_write')
    expect(calls[0]?.proposed.arguments).toEqual({ name: code })
    await s.stops()
    await s.ends('cancelled')
  })

  test('ends at a limit, too', async () => {
    const s = await scenario({ dialect: 'react', limits: { requests: 1 } })
    await s.plays([{ text: 'Only talk.' }, { text: 'This is what was done.' }])
    await s.ends('cap')
    expect((await s.texts()).slice(-2)[0]).toBe('assistant: This is what was done.')
  })
})

test('a structured reply with both keeps its output as text and runs its calls', async () => {
  const s = await scenario({ dialect: 'structured' })
  const raw = '{"output": "First this.", "calls": [{"tool": "gated_write", "arguments": {"name": "a!"}}]}'
  await s.plays([{ raw }, { raw: '{"output": "Done.", "calls": []}' }])
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.ends('no_calls')
  expect((await s.texts()).slice(1)).toEqual([
    'assistant: First this.',
    'result: a! is done',
    'assistant: Done.',
  ])
})

test('a reply that meets the output limit runs nothing of what it called, and is told to write it again', async () => {
  const s = await scenario({ dialect: 'tags' })
  await s.plays([{ raw: `${tagged('a!')}\nand`, fault: 'length' }, { text: 'Done.' }])
  await s.ends('final_text')
  expect(s.gates.begun).toEqual([])
  expect(await issues(s)).toMatchObject([{ reason: expect.stringContaining('met the output limit') }])
  expect((await s.sent(2)).slice(1)).toEqual([
    'assistant: and',
    expect.stringMatching(/Go on where it ended\. No call of it was run/),
  ])
})
