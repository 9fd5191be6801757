import { describe, expect, test } from 'vitest'
import type { ModelMessage, Solution } from '@/lib/domain/call/solution'
import type { Reply } from '@/test/wire/reply'
import { historyFault } from '@/test/wire/sent-history'
import { thoughtSeal, type WireName } from '@/test/wire/speech'
import { MODEL_IDS } from '@/test/wire/start-wire-server'
import { solved, wired } from '../testing/ask'

const READ = { name: 'read_file', arguments: { path: 'a b', deep: { n: [1, -2.5, null, 'ü 😀'] } } }
const WRITE = { name: 'write_file', arguments: {} }
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value))

type Result = { text: string; isError?: boolean }

/** What a second Request sends after a first, with a result for each of its Calls. */
const answered = ({ message }: Solution, results: Result[]): ModelMessage[] => [
  message,
  ...message.calls.map(({ id, tool }, place) => {
    const { text, isError = false } = results[place] ?? { text: '' }
    return { role: 'result' as const, callId: id, tool, text, isError }
  }),
]

const STORIES: [Reply, Result[]][] = [
  [{ text: 'Hello.' }, []],
  [{ reasoning: 'Hm.', text: 'Hello.' }, []],
  [{ reasoning: 'Only this.' }, []],
  [{ calls: [READ] }, [{ text: 'Contents' }]],
  [{ reasoning: 'Hm.', text: 'Let me see.', calls: [READ] }, [{ text: 'Contents' }]],
  [{ reasoning: 'Hush.', isHidden: true, calls: [READ] }, [{ text: 'Contents' }]],
  [{ reasoning: 'Hm.', calls: [READ, WRITE, READ] }, [{ text: '1' }, { text: '2' }, { text: '' }]],
  [
    { reasoning: 'Hm.', calls: [READ, WRITE] },
    [{ text: 'The person denied this call; it did not run.' }, { text: 'No such file', isError: true }],
  ],
  [{ calls: [{ name: 'launch', arguments: { at: 1 } }] }, [{ text: 'Unknown tool', isError: true }]],
  [{ reasoning: '“”\u2028', text: '  \n𝕨𝕚𝕥𝕙\u0000 ', calls: [READ] }, [{ text: '\u202e' }]],
]

describe.each(MODEL_IDS)('%s', id => {
  test.each(STORIES)('goes on after %j', async (reply, results) => {
    const { ask, server } = await wired()
    const first: ModelMessage[] = [{ role: 'user', text: 'Hello' }]
    const change = { thinking: 'high' as const }
    const one = stored(solved(await ask(id, reply, { ...change, messages: first })))
    expect(one.calls.map(call => [call.tool, JSON.parse(call.argumentsText)])).toEqual(
      (reply.calls ?? []).map(call => [call.name, call.arguments]),
    )
    const second: ModelMessage[] = [...first, ...answered(one, results), { role: 'user', text: 'And now?' }]
    const again = { reasoning: 'Again.', calls: [WRITE] }
    const two = stored(solved(await ask(id, again, { ...change, messages: second })))
    const third = [...second, ...answered(two, [{ text: 'Done' }])]
    const summary = { ...change, messages: third, tools: [], instructions: 'Sum up.' }
    expect(solved(await ask(id, { text: 'It was so.' }, summary)).text).toBe('It was so.')
    expect(server.faults()).toEqual([])
  })

  test('takes over within a set of calls from every other, and gives back', async () => {
    for (const other of MODEL_IDS.filter(each => each !== id)) {
      const { ask, server } = await wired()
      let messages: ModelMessage[] = [{ role: 'user', text: 'Hello' }]
      for (const [place, to] of [id, other, id].entries()) {
        const calls = ['a', 'b'].map(path => ({ name: 'read_file', arguments: { path: `${path}${place}` } }))
        const reply = { reasoning: `Thought ${place}.`, text: `Text ${place}.`, calls }
        const solution = stored(solved(await ask(to, reply, { messages, thinking: 'high' })))
        messages = [...messages, ...answered(solution, [{ text: 'Contents' }, { text: 'No', isError: true }])]
      }
      expect(solved(await ask(other, { text: 'Done.' }, { messages, thinking: 'high' })).text).toBe('Done.')
      expect([other, server.faults()]).toEqual([other, []])
    }
  })
})

const user = { role: 'user', content: 'Go' }
const use = (id: string) => ({ type: 'tool_use', id, name: 'read', input: {} })
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'x' })
const signature = thoughtSeal('anthropic', { reasoning: 'Hm.', text: '', ids: ['a'] })
const thought = { type: 'thinking', thinking: 'Hm.', signature }
const anthropic = (said: unknown[], then: unknown[]) => [
  ...[user, { role: 'assistant', content: said }],
  { role: 'user', content: then },
]
const googled = (call: object) => [
  { role: 'user', parts: [{ text: 'Go' }] },
  { role: 'model', parts: [{ functionCall: { name: 'read', args: {} }, ...call }] },
  { role: 'user', parts: [{ functionResponse: { name: 'read' } }] },
]
const chatCall = (text: string, id = 'a') => [
  user,
  { role: 'assistant', tool_calls: [{ id, function: { name: 'read', arguments: text } }] },
  { role: 'tool', tool_call_id: id, content: 'x' },
]

/** What the model server would let pass without these would pass everywhere. */
test('a provider refuses a conversation that is out of order, or of which something was lost', () => {
  const rows: [WireName, object, RegExp | null][] = [
    ['anthropic', { messages: anthropic([thought, use('a')], [result('a')]) }, null],
    ['anthropic', { messages: [] }, /begin with the person/],
    ['anthropic', { messages: [user, { role: 'assistant', content: 'Yes' }] }, /ends with the model/],
    ['anthropic', { messages: anthropic([use('a')], [{ type: 'text', text: 'No' }]) }, /No result of a/],
    ['anthropic', { messages: anthropic([use('c'), use('b')], [result('b'), result('c')]) }, /that is owed/],
    ['anthropic', { messages: anthropic([use('b')], [result('b'), result('b')]) }, /that is owed/],
    ['anthropic', { messages: anthropic([use('a')], [result('a')]) }, /reasoning before a is missing/],
    ['anthropic', { messages: anthropic([thought, use('b')], [result('b')]) }, /not thought so/],
    ['anthropic', { messages: anthropic([thought], [{ type: 'text', text: 'No' }]) }, /Nothing follows/],
    ['anthropic', { messages: anthropic([{ type: 'text', text: ' ' }, use('b')], [result('b')]) }, /empty/],
    ['anthropic', { messages: anthropic([use('a:0')], [result('a:0')]) }, /no id like a:0/],
    ['compatible', { messages: chatCall('{}') }, null],
    ['compatible', { messages: chatCall('[1]') }, /no object/],
    ['openai-chat', { messages: chatCall('{}', 'x'.repeat(41)) }, /no id like x/],
    ['google', { contents: googled({ thoughtSignature: 'skip_thought_signature_validator' }) }, null],
    ['google', { contents: googled({}) }, /signature of read is missing/],
    ['google', { contents: googled({ thoughtSignature: 'c2ln' }) }, /of another call/],
  ]
  for (const [wire, body, words] of rows) {
    const fault = historyFault(wire, body, new Set(['anthropic a']))
    expect([body, fault]).toEqual([body, words && expect.stringMatching(words)])
  }
})
