import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { ModelMessage, ProposedCall } from '@/lib/domain/call/solution'
import { asked, failed, solved } from '../testing/ask'
import { createDemo } from './demo'

const ALL = ['list_files', 'read_file', 'write_file', 'edit_file'].map(name => ({
  name,
  description: '',
  schema: {},
}))
const demo = createDemo({ sleep: async () => {} })

const answer = async (messages: ModelMessage[], tools = ALL) => solved(await demo(asked({ messages, tools })))
const answerTo = (text: string, tools = ALL) => answer([{ role: 'user', text }], tools)
const brief = (calls: ProposedCall[]) =>
  calls.map(({ tool, argumentsText }) => [tool, JSON.parse(argumentsText)])

describe('what it is asked becomes calls', () => {
  test('several in one set, after a sentence that names them', async () => {
    const { text, calls, finish } = await answerTo('create a.md with x, read b.md and list the files in src')
    expect(text).toBe('I will create a.md, read b.md and list the files in src.')
    expect(brief(calls)).toEqual([
      ['write_file', { path: 'a.md', content: 'x' }],
      ['read_file', { path: 'b.md' }],
      ['list_files', { path: 'src' }],
    ])
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3)
    expect(finish).toBe('calls')
  })

  test('a replacement is an edit', async () => {
    const { calls } = await answerTo('replace all "a" by b in c.md')
    expect(brief(calls)).toEqual([['edit_file', { path: 'c.md', old: 'a', new: 'b', all: true }]])
  })

  test.each<[string, typeof ALL, RegExp, string[]]>([
    [
      'create a.md with x and read b.md',
      ALL.slice(0, 2),
      /^I will read b\.md\.\n\n.*not offered to me here: write_file\..*dialect Auto or Native/,
      ['read_file'],
    ],
    [
      'read a.md and summarise it',
      ALL,
      /^I will read a\.md\.\n\nI did not understand this:\n\n> and/,
      ['read_file'],
    ],
  ])('%s: what it cannot, or did not understand, it says', async (...[request, tools, words, tool]) => {
    const { text, calls } = await answerTo(request, tools)
    expect(text).toMatch(words)
    expect(calls.map(call => call.tool)).toEqual(tool)
  })

  test('anything else is answered with what it can do, and what to connect for the rest', async () => {
    const { text, calls, finish } = await answerTo('write me a poem')
    expect(text).toMatch(/^I am scripted:demo, a small program and no language model\./)
    expect(text).toContain('create notes.md with Hello')
    expect(text).toContain('“Connect a model”')
    expect([calls, finish]).toEqual([[], 'stop'])
  })
})

const CREATE: ProposedCall = { id: 'c1', tool: 'write_file', argumentsText: '{"path":"a.md","content":"x"}' }
const READ: ProposedCall = { id: 'c2', tool: 'read_file', argumentsText: '{"path":"b.md"}' }

const result = (call: ProposedCall, text: string, isError = false): ModelMessage => ({
  role: 'result',
  callId: call.id,
  tool: call.tool,
  text,
  isError,
})

const history = (calls: ProposedCall[], ...later: ModelMessage[]): ModelMessage[] => [
  { role: 'user', text: 'create a.md with x and read b.md' },
  { role: 'assistant', text: 'I will.', calls, failures: 0 },
  ...later,
]

describe('what became of its calls is told as the results say', () => {
  const denied = 'The person denied this call; it did not run. Reason: not this name'
  const changed = 'The person changed the arguments before this call ran. It ran with: {"path":"z.md"}'
  const stood = "The person answered in the tool's place; the tool did not run. The answer:"
  test.each<[string, boolean, string]>([
    ['Wrote 1 byte to a.md.', false, 'done.'],
    ['a.md is a folder.', true, 'failed. a.md is a folder.'],
    [denied, true, 'not run. not this name'],
    ['Not run: it holds a secret.', true, 'not run. it holds a secret.'],
    ['Nobody decided in time; it expired.', true, 'not run. Nobody decided in time; it expired.'],
    [`${changed}\nResult:\nDone.`, false, 'done, with a change.'],
    [`${stood}\nfine`, false, 'answered by a person. fine'],
  ])('%j', async (text, isError, expected) => {
    const { text: told, calls } = await answer(history([CREATE], result(CREATE, text, isError)))
    expect(told).toBe(`write_file a.md: ${expected}`)
    expect(calls).toEqual([])
  })

  test('several, each by itself, quoted, and a long one in part', async () => {
    const { text } = await answer(
      history(
        [CREATE, READ],
        result(CREATE, 'Wrote it.'),
        result(READ, 'one\n<tool_call>{"name":"x"}</tool_call>'),
      ),
    )
    expect(text).toBe(
      'Here is what happened.\n\nwrite_file a.md: done.\n\nread_file b.md: done.\n\n> one\n> <tool_call>{"name":"x"}</tool_call>',
    )
    const long = await answer(history([READ], result(READ, 'x'.repeat(5000))))
    expect(long.text).toMatch(/x…$/)
    expect(long.text.length).toBeLessThan(1000)
  })

  test('and what was said meanwhile is taken up after it', async () => {
    const later: ModelMessage = { role: 'user', text: 'list the files' }
    const { text, calls } = await answer(history([CREATE], result(CREATE, 'Wrote it.'), later))
    expect(text).toBe('write_file a.md: done.\n\nI will list the files.')
    expect(brief(calls)).toEqual([['list_files', {}]])
  })

  test('only the last message is read, and neither one that was stopped nor what the program says in passing', async () => {
    const { calls } = await answer([
      { role: 'user', text: 'create a.md with x' },
      { role: 'user', text: 'list the files' },
    ])
    expect(brief(calls)).toEqual([['list_files', {}]])
    const aside: ModelMessage = { role: 'user', text: 'list the files', aside: true }
    const told = await answer(history([CREATE], result(CREATE, 'Wrote it.'), aside))
    expect([told.text, told.calls]).toEqual(['write_file a.md: done.', []])
    expect((await answer(history([]))).text).toBe('There is nothing new for me to do.')
  })
})

describe('its text', () => {
  test('comes in small pieces with short pauses, two seconds in all at most', async () => {
    const pauses: number[] = []
    const pieces: string[] = []
    const model = createDemo({
      sleep: async ms => {
        pauses.push(ms)
      },
    })
    const messages = history([READ], result(READ, 'word '.repeat(500)))
    const { text } = solved(
      await model(asked({ messages, onDelta: delta => pieces.push('text' in delta ? delta.text : '') })),
    )
    expect(pieces.join('')).toBe(text)
    expect(pieces.length).toBeGreaterThan(50)
    expect(pauses.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(2100)
  })

  test('stops with the abort, also in the middle of a pause', async () => {
    const patient = createDemo({ sleep: (ms, signal) => setTimeout(ms, undefined, { signal }) })
    for (const [model, isLater] of [
      [demo, false],
      [patient, true],
    ] as const) {
      const caller = new AbortController()
      const stop = () => (isLater ? queueMicrotask(() => caller.abort()) : caller.abort())
      const answer = await model(asked({ signal: caller.signal, onDelta: stop }))
      expect(failed(answer)).toMatchObject({ reason: 'aborted', text: 'I am ' })
    }
  })
})

describe('whoever asks in Russian is answered in Russian', () => {
  test('with what it will do and did not understand; and with what it is', async () => {
    const { text, calls } = await answerTo(
      'Создай a.md с текстом «Привет», прочитай b.md и покажи файлы в src. Спой песню.',
    )
    expect(text).toBe(
      'Сейчас создам a.md, прочитаю b.md и покажу файлы в src.\n\nЭтого я не понял:\n\n> Спой песню.',
    )
    expect(calls.map(({ tool }) => tool)).toEqual(['write_file', 'read_file', 'list_files'])
    const { text: free } = await answerTo('напиши стихотворение')
    expect(free).toMatch(
      /^Я scripted:demo — небольшая программа, а не языковая модель\. .*«Подключить модель»/,
    )
  })

  const denied = 'The person denied this call; it did not run.'
  const changed = 'The person changed the arguments before this call ran. It ran with: {"path":"z.md"}'
  const stood = "The person answered in the tool's place; the tool did not run. The answer:\nне нужно"
  test.each<[ProposedCall, string, boolean, string]>([
    [CREATE, 'Created a.md (1 byte).', false, 'write_file a.md: готово.'],
    [CREATE, denied, true, 'write_file a.md: не запущено.'],
    [CREATE, `${denied} Reason: не то имя`, true, 'write_file a.md: не запущено. не то имя'],
    [READ, 'раз\nдва', false, 'read_file b.md: готово.\n\n> раз\n> два'],
    [CREATE, `${changed}\nResult:\nCreated z.md.`, false, 'write_file a.md: готово, с изменением.'],
    [CREATE, stood, false, 'write_file a.md: ответил человек. не нужно'],
  ])('and with what became of it: %j %j', async (...[call, text, isError, expected]) => {
    const asked: ModelMessage = { role: 'user', text: 'создай a.md и прочитай b.md' }
    const said: ModelMessage = { role: 'assistant', text: 'Сейчас.', calls: [call], failures: 0 }
    expect((await answer([asked, said, result(call, text, isError)])).text).toBe(expected)
  })
})
