import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { ProposedCall, Solution } from '@/lib/domain/call/solution'
import { type Compute, computeHere, JobOverdue, THREAD_SIZE } from '@/lib/domain/job'
import { NO_USAGE } from '@/lib/domain/run/usage'
import type { Dialect } from '@/lib/domain/session/session'
import type { ModelDelta } from '@/lib/models/model'
import { ReplyReader } from './reply-reader'

const schema = { type: 'object', properties: { path: { type: 'string' } } }
const offered = [{ name: 'read_file', schema }]
const TAGGED = '<tool_call>{"name": "read_file", "arguments": {"path": "a"}}</tool_call>'

const ACTION = '<ACTION><tool_name>read_file</tool_name><parameters><path>a</path></parameters></ACTION>'
const CALL = '{"name": "read_file", "arguments": {"path": "a"}}'

type Said = {
  dialect?: Dialect
  text: string
  pieces?: number[]
  calls?: ProposedCall[]
  reasoning?: string
  compute?: Compute
}

/** What is told of a reply that comes in pieces of these lengths, and what is heard in the end. */
async function hear({ dialect = 'auto', text, pieces = [], calls = [], reasoning, compute }: Said) {
  const told: ModelDelta[] = []
  let count = 0
  const hearing = new ReplyReader({
    dialect,
    offered,
    isOff: false,
    newId: () => `id ${++count}`,
    compute: compute ?? computeHere,
    onDelta: delta => told.push(delta),
  })
  if (reasoning) hearing.add({ kind: 'reasoning', text: reasoning })
  let at = 0
  for (const length of [...pieces, text.length]) {
    if (at < text.length) hearing.add({ kind: 'text', text: text.slice(at, at + length) })
    at += length
  }
  const message = { role: 'assistant' as const, text, calls, failures: 0 }
  const solution: Solution = {
    text,
    calls,
    message,
    usage: NO_USAGE,
    finish: 'stop',
    ...(reasoning ? { reasoning } : {}),
  }
  const heard = await hearing.end({ kind: 'solution', solution })
  if (heard.kind !== 'solution') throw new Error('It was a failure.')
  const textOf = (kind: 'text' | 'reasoning') =>
    told.flatMap(delta => (delta.kind === kind ? [delta.text] : [])).join('')
  return { ...heard, told: { text: textOf('text'), reasoning: textOf('reasoning') } }
}

const PARTS = [
  TAGGED,
  '<tool_call>{"name": "read_file", "argum',
  ...['<think>Hm.</think>', 'Words. ', '\n', '```\ncode\n```\n', '`', '<', '</tool_call>', '{"output": "x"}'],
  ...['<ACTION><tool_name>read_file</tool_name><parameters><path>a</path></parameters></ACTION>', '> ', ' '],
]

describe('what is told of a reply on its way', () => {
  test.each(['auto', 'native', 'tags', 'react', 'structured'] as const)(
    'is what it says in the end, however it comes: %s',
    dialect => {
      const reply = fc.array(fc.constantFrom(...PARTS), { maxLength: 6 }).map(parts => parts.join(''))
      return fc.assert(
        fc.asyncProperty(reply, fc.array(fc.integer({ min: 1, max: 9 })), async (text, pieces) => {
          const { told, solution } = await hear({ dialect, text, pieces })
          expect(told.text).toBe(solution.text)
          expect(told.reasoning).toBe(solution.reasoning ?? '')
          expect(solution.message.text).toBe(text)
        }),
      )
    },
  )

  test('has thoughts in the text after those of the provider, as another paragraph', async () => {
    const { told, solution } = await hear({ text: '<think>Second.</think>Done.', reasoning: 'First.' })
    expect(solution).toMatchObject({ reasoning: 'First.\n\nSecond.', text: 'Done.' })
    expect(told).toEqual({ reasoning: 'First.\n\nSecond.', text: 'Done.' })
  })
})

describe('a Call in the text', () => {
  test('is one of the Solution, with its place and its words', async () => {
    const { solution, issues } = await hear({ text: `Look: ${TAGGED}` })
    const said = { dialect: 'tags', span: [6, 6 + TAGGED.length], rawText: TAGGED }
    expect(solution).toMatchObject({
      text: 'Look:',
      calls: [{ id: 'id 1', tool: 'read_file', argumentsText: '{"path": "a"}', source: said }],
      message: { text: `Look: ${TAGGED}`, plain: 'Look:', dialect: 'tags' },
    })
    expect(solution.message.calls).toEqual([
      { id: 'id 1', tool: 'read_file', argumentsText: '{"path": "a"}' },
    ])
    expect(issues).toEqual([])
  })

  test.each([
    ['native', TAGGED],
    ['native', ACTION],
    ['native', `[TOOL_CALLS] [${CALL}]`],
    ['native', `[TOOL_CALL]${CALL}[/TOOL_CALL]`],
    ['native', `\`\`\`tool_call\n${CALL}\n\`\`\``],
    ['native', 'TOOL_CALL {tool => "read_file", args => {\n  --path "a"\n}}'],
    ['tags', ACTION],
    ['auto', ACTION],
  ] as const)('is warned of where it was left as text: %s %s', async (dialect, text) => {
    const { solution, issues, observation } = await hear({ dialect, text: `Look:\n${text}` })
    expect(solution).toMatchObject({ text: `Look:\n${text}`, calls: [] })
    expect(issues).toEqual([{ reason: expect.stringMatching(/read_file .* left as text/), excerpt: text }])
    expect(observation).toBeNull()
  })

  test.each(['auto', 'native', 'tags'] as const)(
    'is warned of as an object of its own: %s',
    async dialect => {
      const text = `{"output": null, "calls": [{"tool": "read_file", "arguments": {"path": "a"}}]}`
      const { solution, issues } = await hear({ dialect, text })
      expect(solution).toMatchObject({ text, calls: [] })
      expect(issues).toMatchObject([{ reason: expect.stringMatching(/read_file .* left as text/) }])
    },
  )

  test.each([
    ['native', '<tool_call>{"name": "read_file", "argum'],
    ['native', `<|tool_call|>${CALL}`],
    ['tags', '<ACTION><tool_name>read_file'],
    ['auto', '<ACTION><tool_name>read_file'],
  ] as const)('is warned of where it is cut off, or no form of a call: %s %s', async (dialect, text) => {
    const { issues } = await hear({ dialect, text })
    expect(issues).toMatchObject([{ reason: expect.stringMatching(/a call was left as text/) }])
  })

  test.each(['auto', 'native', 'tags'] as const)('is not found in ordinary words: %s', async dialect => {
    for (const text of ['Only `words` of 1 < 2 {}.', 'a[1] = {"b": [2]}', '```json\n{"name": "a"}\n```'])
      expect((await hear({ dialect, text })).issues).toEqual([])
  })

  test('is none beside the same one of the provider’s own form, however it is written', async () => {
    const own = { id: 'own', tool: 'read_file', argumentsText: '{ "path":"a" }' }
    const { solution, issues } = await hear({ text: TAGGED, calls: [own] })
    expect(solution).toMatchObject({ text: '', calls: [own], message: { calls: [own] } })
    expect(solution.message.dialect).toBeUndefined()
    expect(issues).toEqual([])
  })

  test('is told where it is another than those of the provider’s own form', async () => {
    const own = { id: 'own', tool: 'read_file', argumentsText: '{"path":"b"}' }
    const { solution, issues, observation } = await hear({ text: TAGGED, calls: [own] })
    expect(solution.calls).toEqual([own])
    expect(issues).toMatchObject([{ reason: expect.stringMatching(/read_file in the text was not run/) }])
    expect(observation).toContain('nothing was run for it')
  })
})

test('a plain answer stays the provider’s own, word for word', async () => {
  const verbatim = { text: ' Done.\n' }
  const { solution } = await hear({ text: verbatim.text })
  expect(solution.text).toBe('Done.')
  expect(solution.message).toEqual({ role: 'assistant', text: ' Done.\n', calls: [], failures: 0 })
})

test('a piece too long to be read as it comes is shown no further, and read whole in the end', async () => {
  const long = `${'Words. '.repeat(20_000)}\n${TAGGED}`
  const { told, solution } = await hear({ text: `First. ${long}`, pieces: [7] })
  expect(solution.calls).toHaveLength(1)
  expect(told.text).toBe(solution.text)
})

test('a long reply is read in a thread, also where it came in small pieces', async () => {
  const text = `{"output": "Hello.", "calls": [], "more": "${'a'.repeat(THREAD_SIZE)}"}`
  const read = vi.fn(computeHere)
  const pieces = Array(200).fill(1000)
  const { solution } = await hear({ dialect: 'structured', text, pieces, compute: read as Compute })
  expect(solution.text).toBe('Hello.')
  expect(read).toHaveBeenCalledTimes(1)
})

test('what takes too long to be read stays text, no call in it counts, and the model is told', async () => {
  const compute: Compute = async ({ name }) => {
    throw new JobOverdue(name, 30_000)
  }
  const text = `${TAGGED}${'a'.repeat(THREAD_SIZE)}`
  const { solution, issues, observation } = await hear({ dialect: 'tags', text, compute })
  expect(solution).toMatchObject({ text, calls: [] })
  expect(issues[0]?.reason).toMatch(/takes longer than it may to be read: no call in it was run/)
  expect(observation).toMatch(/no call in it was run/)
})
