import { expect, test } from 'vitest'
import { fieldFault } from '@/lib/domain/contract/problem'
import { serversIn } from '@/lib/domain/mcp/server-input'
import { planFaults } from '@/lib/domain/session/plan-faults'
import { patchedState, placedState } from '@/lib/domain/session/state'
import { parseJsonText } from '@/lib/json/json-text'
import { JSON_DEPTH } from '@/lib/json/json-value'
import { readShell } from '@/lib/text/shell/read-shell'
import { filePath, workspacePath } from '@/lib/tools/workspace/workspace-path'
import { phrase, translated, type Words } from './phrase'
import { readWords } from './read-words'

test.each<[Words, string]>([
  [{ code: 'record.eventMissing', params: { seq: '7' } }, 'Нет события 7.'],
  [
    { code: 'path.absent', params: { path: 'does not exist. does not exist' } },
    'does not exist. does not exist не существует.',
  ],
  [
    {
      code: 'failure.said',
      params: { quote: 'No' },
      parts: [
        {
          code: 'failure.rateLimited',
          params: { title: 'server', isElsewhere: 'yes', url: 'http://a/v1', status: '429' },
        },
      ],
    },
    'Сервер по адресу http://a/v1: запросов пока больше не принимают (429). Его слова: «No»',
  ],
  [
    {
      code: 'failure.wantsKey',
      params: { title: 'OpenAI', isElsewhere: 'other', status: '401', key: 'entered' },
    },
    'OpenAI: нужен ключ (401). Задайте ключ в «Подключить модель».',
  ],
])('%j is read back from its English text', (words, russian) => {
  const text = phrase(words)
  const read = readWords(text, ['record', 'path', 'failure'])
  expect(read && phrase(read)).toBe(text)
  expect(read && translated('ru', read)).toBe(russian)
})

test.each(['', 'Anything else.', 'x'.repeat(2_000), 'It said: “', '{path} does not exist'])(
  '%j is none of the texts',
  text => {
    expect(readWords(text, ['fault', 'path', 'failure', 'record'])).toBeUndefined()
  },
)

const DEEP = `${'['.repeat(JSON_DEPTH + 1)}${']'.repeat(JSON_DEPTH + 1)}`

test.each(['{"a":1,"a":2}', '[1e999]', '"\\ud800"', '"\0"', DEEP, `[${'1,'.repeat(30_000)}1]`, '{'])(
  'what is wrong with the JSON %.20j says the same in words',
  text => {
    const read = parseJsonText(text)
    expect(read.ok ? '' : read.message).toBe(read.ok ? null : phrase(read.words))
  },
)

/** Texts of what is shared with the page, or read from a library, which give no words themselves. */
const shared = [
  ...planFaults([
    { id: 'a', title: 'A', status: 'pending', dependsOn: ['b'] },
    { id: 'a', title: 'B', status: 'pending' },
  ]),
  ...planFaults([
    { id: 'a', title: 'A', status: 'pending', dependsOn: ['b'] },
    { id: 'b', title: 'x'.repeat(100_001), status: 'pending', dependsOn: ['a'] },
  ]),
  ...planFaults([
    { id: 'a', title: 'A', status: 'pending', dependsOn: ['b'] },
    { id: 'b', title: 'B', status: 'pending', dependsOn: ['a'] },
  ]),
  ...[patchedState({}, { a: 'x'.repeat(100_001) }, ''), placedState({ a: 1 }, ['a', 'b'], 1)].flatMap(
    outcome => (outcome.ok ? [] : outcome.errors),
  ),
  ...serversIn({ name: 'a', command: 'b', url: 'http://c/?token=d', args: ['$'.concat('{E}')] }).errors,
  ...serversIn({ name: 'a__', headers: { x: '1' } }).errors,
  ...['/a', '../a', 'a\0', `${'b'.repeat(256)}`, 'a/'.repeat(3_000), 'c/'.repeat(101)].map(text => {
    const path = workspacePath(text)
    return { path: text.slice(0, 9), message: path.kind === 'refused' ? path.message : '' }
  }),
  ...['', 'a/'].map(text => {
    const path = filePath(text)
    return { path: text, message: path.kind === 'refused' ? path.message : '' }
  }),
]

test.each(shared.map(({ path, message }) => [path, message] as const))(
  'at %j “%s” has words',
  (_, message) => {
    const words = readWords(message, ['fault', 'path'])
    expect(words && phrase(words)).toBe(message)
  },
)

test.each(['a'.repeat(9_000), '$('.repeat(40), 'a\0', 'if'])('why %.9j is not read has words', text => {
  const reading = readShell(text)
  const reason = reading.kind === 'unreadable' ? reading.reason : ''
  const words = readWords(reason, ['shell'])
  expect(words && phrase(words)).toBe(reason)
})

test('a fault says its words', () => {
  const words = { code: 'fault.minItems', params: { limit: 1 } } as const
  expect(fieldFault('/a', words)).toEqual({ path: '/a', message: 'Write at least 1 item.', words })
})
