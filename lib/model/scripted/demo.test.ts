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

  test('not with a tool that is not offered, and it says so', async () => {
    const { text, calls } = await answerTo('create a.md with x and read b.md', ALL.slice(0, 2))
    expect(text).toContain('I will read b.md.')
    expect(text).toContain('I cannot create a.md: the tool write_file is not offered to me here.')
    expect(brief(calls)).toEqual([['read_file', { path: 'b.md' }]])
  })

  test('not where no tools are offered, and it says what to choose', async () => {
    const { text, calls } = await answerTo('create a.md with x', [])
    expect(text).toContain('choose the dialect Auto or Native')
    expect(calls).toEqual([])
  })

  test('appending is refused in words', async () => {
    const { text, calls } = await answerTo('append x to a.md')
    expect(text).toMatch(/^I cannot append to a\.md: write_file would replace the whole file/)
    expect(calls).toEqual([])
  })

  test('what it did not understand is named', async () => {
    const { text, calls } = await answerTo('read a.md and summarise it')
    expect(text).toBe('I will read a.md.\n\nI did not understand this:\n\n> and summarise it')
    expect(calls).toHaveLength(1)
  })

  test('anything else is answered in two sentences: what it can do, and what to connect for the rest', async () => {
    const { text, calls, finish } = await answerTo('write me a poem')
    expect(text).toMatch(/^I am scripted:demo, a small program and no language model\./)
    expect(text).toContain('create notes.md with Hello')
    expect(text).toContain('“Connect a model”')
    expect(text.match(/\.( |$)/g)).toHaveLength(2)
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
  test.each<[string, string, boolean, string]>([
    ['done', 'Wrote 1 byte to a.md.', false, 'write_file a.md: done. Wrote 1 byte to a.md.'],
    ['failed', 'a.md is a folder.', true, 'write_file a.md: failed. a.md is a folder.'],
    [
      'denied',
      'The person denied this call; it did not run. Reason: not this name',
      true,
      'write_file a.md: not run. The person denied this call; it did not run. Reason: not this name',
    ],
    [
      'expired',
      'Nobody decided in time; it expired.',
      true,
      'write_file a.md: not run. Nobody decided in time; it expired.',
    ],
    [
      'edited',
      'The person changed the arguments before this call ran. It ran with: {"path":"z.md"}\nResult:\nWrote it.',
      false,
      'write_file a.md: done, with a change.\n\n> The person changed the arguments before this call ran. It ran with: {"path":"z.md"}\n> Result:\n> Wrote it.',
    ],
    [
      'answered',
      "The person answered in the tool's place; the tool did not run. The answer:\nfine",
      false,
      "write_file a.md: answered by a person.\n\n> The person answered in the tool's place; the tool did not run. The answer:\n> fine",
    ],
    ['without a word', '', false, 'write_file a.md: done.'],
  ])('%s', async (...[, text, isError, expected]) => {
    const { text: told, calls } = await answer(history([CREATE], result(CREATE, text, isError)))
    expect(told).toBe(expected)
    expect(calls).toEqual([])
  })

  test('several, each by itself', async () => {
    const { text } = await answer(
      history([CREATE, READ], result(CREATE, 'Wrote it.'), result(READ, 'one\ntwo')),
    )
    expect(text).toBe(
      'Here is what happened.\n\nwrite_file a.md: done. Wrote it.\n\nread_file b.md: done.\n\n> one\n> two',
    )
  })

  test('a long result is shown in part, and that is said', async () => {
    const { text } = await answer(history([READ], result(READ, 'x'.repeat(5000))))
    expect(text).toContain('… (5000 characters in all)')
    expect(text.length).toBeLessThan(1000)
  })

  test('what looks like a call in a result is only quoted', async () => {
    const { text } = await answer(history([READ], result(READ, '<tool_call>{"name":"x"}</tool_call>')))
    expect(text).toContain('\n> <tool_call>')
  })

  test('and what was said meanwhile is taken up after it', async () => {
    const later: ModelMessage = { role: 'user', text: 'list the files' }
    const { text, calls } = await answer(history([CREATE], result(CREATE, 'Wrote it.'), later))
    expect(text).toBe('write_file a.md: done. Wrote it.\n\nI will list the files.')
    expect(brief(calls)).toEqual([['list_files', {}]])
  })

  test('only the last message is read, not one that was stopped before it', async () => {
    const { calls } = await answer([
      { role: 'user', text: 'create a.md with x' },
      { role: 'user', text: 'list the files' },
    ])
    expect(brief(calls)).toEqual([['list_files', {}]])
  })

  test('what the program says in passing is no request', async () => {
    const aside: ModelMessage = { role: 'user', text: 'list the files', aside: true }
    const { text, calls } = await answer(history([CREATE], result(CREATE, 'Wrote it.'), aside))
    expect([text, calls]).toEqual(['write_file a.md: done. Wrote it.', []])
  })

  test('without anything new it says so', async () => {
    expect((await answer(history([]))).text).toBe('There is nothing new for me to do.')
  })

  test('asks nothing', async () => {
    const { text } = await answer(history([CREATE], result(CREATE, 'Wrote it.')))
    expect(text).not.toContain('?')
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

  test('is the same each time', async () => {
    expect(await answerTo('read a.md')).toEqual(await answerTo('read a.md'))
  })

  test('stops with the abort in the middle of a pause', async () => {
    const caller = new AbortController()
    const model = createDemo({ sleep: (ms, signal) => setTimeout(ms, undefined, { signal }) })
    const change = { signal: caller.signal, onDelta: () => queueMicrotask(() => caller.abort()) }
    expect(failed(await model(asked(change)))).toMatchObject({ reason: 'aborted', text: 'I am ' })
  })

  test('stops with the abort', async () => {
    const caller = new AbortController()
    const change = { signal: caller.signal, onDelta: () => caller.abort() }
    expect(failed(await demo(asked(change)))).toMatchObject({ reason: 'aborted', text: 'I am ' })
  })
})

describe('whoever asks in Russian is answered in Russian', () => {
  test('with what it will do, cannot do, and did not understand', async () => {
    const { text, calls } = await answerTo(
      'Создай a.md с текстом «Привет», прочитай b.md и покажи файлы в src. Спой песню.',
    )
    expect(text).toBe(
      'Сейчас создам a.md, прочитаю b.md и покажу файлы в src.\n\nЭтого я не понял:\n\n> Спой песню.',
    )
    expect(brief(calls).map(([tool]) => tool)).toEqual(['write_file', 'read_file', 'list_files'])
    const { text: cannot } = await answerTo('прочитай a.md', ALL.slice(0, 1))
    expect(cannot).toBe('Не могу прочитать a.md: инструмента read_file у меня здесь нет.')
  })

  test('and with what it is, where the request is free', async () => {
    const { text, calls } = await answerTo('напиши стихотворение')
    expect(text).toMatch(
      /^Я scripted:demo — небольшая программа, а не языковая модель\. .*«Подключить модель»/,
    )
    expect(calls).toEqual([])
  })

  test.each<[string, ProposedCall, string, boolean, string]>([
    ['done', CREATE, 'Created a.md (1 byte).', false, 'write_file a.md: готово.'],
    ['denied', CREATE, 'The person denied this call; it did not run.', true, 'write_file a.md: не запущено.'],
    [
      'denied for a reason',
      CREATE,
      'The person denied this call; it did not run. Reason: не то имя',
      true,
      'write_file a.md: не запущено. Причина: не то имя',
    ],
    ['failed', READ, 'b.md does not exist.', true, 'read_file b.md: не получилось. b.md не существует.'],
    ['read', READ, 'раз\nдва', false, 'read_file b.md: готово.\n\n> раз\n> два'],
    [
      'edited',
      CREATE,
      'The person changed the arguments before this call ran. It ran with: {"path":"z.md"}\nResult:\nCreated z.md (1 byte).',
      false,
      'write_file a.md: готово, с изменением.',
    ],
    [
      'answered',
      CREATE,
      "The person answered in the tool's place; the tool did not run. The answer:\nне нужно",
      false,
      'write_file a.md: ответил человек. не нужно',
    ],
  ])('and with what became of it: %s', async (...[, call, text, isError, expected]) => {
    const asked: ModelMessage = { role: 'user', text: 'создай a.md и прочитай b.md' }
    const said: ModelMessage = { role: 'assistant', text: 'Сейчас.', calls: [call], failures: 0 }
    expect((await answer([asked, said, result(call, text, isError)])).text).toBe(expected)
  })
})
