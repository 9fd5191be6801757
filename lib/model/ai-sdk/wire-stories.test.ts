import { describe, expect, test } from 'vitest'
import type { ModelMessage, Solution } from '@/lib/domain/call/solution'
import type { Reply } from '@/lib/testing/wire/reply'
import { solved } from '../testing/ask'
import { WIRED, wired } from '../testing/wired'

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

const STORIES: [string, Reply, Result[]][] = [
  ['text', { text: 'Hello.' }, []],
  ['reasoning and text', { reasoning: 'Hm.', text: 'Hello.' }, []],
  ['a call', { calls: [READ] }, [{ text: 'Contents' }]],
  [
    'reasoning, text and a call',
    { reasoning: 'Hm.', text: 'Let me see.', calls: [READ] },
    [{ text: 'Contents' }],
  ],
  ['hidden reasoning and a call', { redacted: 'Hush.', calls: [READ] }, [{ text: 'Contents' }]],
  [
    'parallel calls',
    { reasoning: 'Hm.', calls: [READ, WRITE, { ...READ, whole: true }] },
    [{ text: '1' }, { text: '2' }, { text: '' }],
  ],
  [
    'a denial and an error',
    { reasoning: 'Hm.', calls: [READ, WRITE] },
    [{ text: 'The person denied this call; it did not run.' }, { text: 'No such file', isError: true }],
  ],
  [
    'a call of no tool',
    { calls: [{ name: 'launch', arguments: { at: 1 } }] },
    [{ text: 'Unknown tool', isError: true }],
  ],
  ['odd characters', { reasoning: '“”\u2028', text: '  \n𝕨𝕚𝕥𝕙\u0000 ', calls: [READ] }, [{ text: '\u202e' }]],
]

describe.each(WIRED)('%s', id => {
  test.each(STORIES)('tells of %s, and goes on after it', async (_, reply, results) => {
    const { ask, server } = await wired()
    const asked: ModelMessage[] = [{ role: 'user', text: 'Hello' }]
    const first = stored(solved(await ask(id, [reply], { messages: asked })))
    expect(first.text).toBe(reply.text ?? '')
    expect(first.reasoning).toBe(id.startsWith('openai-chat') ? undefined : reply.reasoning)
    expect(first.calls.map(call => [call.tool, JSON.parse(call.argumentsText)])).toEqual(
      (reply.calls ?? []).map(call => [call.name, call.arguments]),
    )
    const second: ModelMessage[] = [...asked, ...answered(first, results), { role: 'user', text: 'And now?' }]
    const more = stored(
      solved(await ask(id, [{ reasoning: 'Again.', calls: [WRITE] }], { messages: second })),
    )
    const third = [...second, ...answered(more, [{ text: 'Done' }])]
    expect(solved(await ask(id, [{ text: 'That is all.' }], { messages: third }))).toMatchObject({
      finish: 'stop',
    })
    expect(server.faults()).toEqual([])
  })

  test('keeps the bytes of arguments, as far as its wire has them', async () => {
    const { ask, server } = await wired()
    const argumentsText = '{"path": "a",  "n": 1.0, "big": 12345678901234567890}'
    const first = solved(await ask(id, [{ calls: [{ name: 'read_file', argumentsText }] }]))
    const written = id.startsWith('google') ? JSON.stringify(JSON.parse(argumentsText)) : argumentsText
    expect(first.calls.map(call => call.argumentsText)).toEqual([written])
    await ask(id, [{ text: 'Done' }], {
      messages: [{ role: 'user', text: 'Go' }, ...answered(first, [{ text: 'x' }])],
    })
    expect(server.faults()).toEqual([])
  })

  test('says in tokens what it took', async () => {
    const { ask } = await wired()
    const usage = {
      inputTokens: 90,
      outputTokens: 40,
      cachedTokens: 30,
      cacheWriteTokens: 10,
      reasoningTokens: 20,
    }
    expect(solved(await ask(id, [{ reasoning: 'Hm.', text: 'Hi', usage }])).usage).toMatchObject({
      inputTokens: 90,
      outputTokens: 40,
      cachedTokens: 30,
    })
  })

  test('sums up without tools after calls', async () => {
    const { ask, server } = await wired()
    const first = stored(solved(await ask(id, [{ reasoning: 'Hm.', calls: [READ] }])))
    const messages: ModelMessage[] = [{ role: 'user', text: 'Hello' }, ...answered(first, [{ text: 'x' }])]
    const change = { messages, tools: [], instructions: 'Sum up.' }
    expect(solved(await ask(id, [{ text: 'It was so.' }], change)).text).toBe('It was so.')
    expect(server.faults()).toEqual([])
  })
})

const SWITCHES = WIRED.flatMap(from => WIRED.filter(to => to !== from).map(to => [from, to] as const))

test.each(SWITCHES)('from %s to %s within a set of calls, and back', async (from, to) => {
  const { ask, server } = await wired()
  let messages: ModelMessage[] = [{ role: 'user', text: 'Hello' }]
  for (const [place, id] of [from, to, from].entries()) {
    const calls = ['a', 'b'].map(path => ({ name: 'read_file', arguments: { path: `${path}${place}` } }))
    const reply = { reasoning: `Thought ${place}.`, text: `Text ${place}.`, calls }
    const solution = stored(solved(await ask(id, [reply], { messages })))
    messages = [...messages, ...answered(solution, [{ text: 'Contents' }, { text: 'No', isError: true }])]
  }
  expect(solved(await ask(to, [{ text: 'Done.' }], { messages })).text).toBe('Done.')
  expect(server.faults()).toEqual([])
})
