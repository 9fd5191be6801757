import { describe, expect, test } from 'vitest'
import { type DemoRequest, readDemoMessage } from './demo-requests'

const create = (path: string, content: string): DemoRequest => ({ kind: 'create', path, content })
const read = (path: string): DemoRequest => ({ kind: 'read', path })
const list = (path?: string): DemoRequest => ({ kind: 'list', ...(path ? { path } : {}) })
const replace = (old: string, to: string, all = false): DemoRequest => ({
  kind: 'replace',
  path: 'notes.md',
  old,
  new: to,
  all,
})

describe('what is asked', () => {
  test.each<[string, DemoRequest[]]>([
    ['create notes.md with Hello', [create('notes.md', 'Hello')]],
    ['Create notes.md with "Hello, and read b.md"', [create('notes.md', 'Hello, and read b.md')]],
    ['Create notes.md with “# Notes\n\nOne.\n”', [create('notes.md', '# Notes\n\nOne.\n')]],
    ['Create notes.md with buy milk.', [create('notes.md', 'buy milk.')]],
    ['create notes.md with:\n- read book.md\n- rest', [create('notes.md', '- read book.md\n- rest')]],
    ['create notes.md', [create('notes.md', '')]],
    ['Hello, please create notes.md: Hello', [create('notes.md', 'Hello')]],
    ['can you read “my notes.md” please?', [read('my notes.md')]],
    ['show me the contents of the file docs/plan.md', [read('docs/plan.md')]],
    ['open ../outside.md', [read('../outside.md')]],
    ['List the files', [list()]],
    ['show me the files in the docs folder', [list('docs')]],
    ['Replace morning with evening in notes.md', [replace('morning', 'evening')]],
    ['Replace all "a b" with “c, d” in notes.md', [replace('a b', 'c, d', true)]],
    ['Создай notes.md с текстом «Привет»', [create('notes.md', 'Привет')]],
    ['Пожалуйста, создайте файл заметки.md с содержимым: купить хлеб', [create('заметки.md', 'купить хлеб')]],
    ['создай список.md с текстом:\n- хлеб\n- молоко', [create('список.md', '- хлеб\n- молоко')]],
    ['Покажи мне содержимое файла docs/план.md', [read('docs/план.md')]],
    ['Покажи файлы', [list()]],
    ['Перечисли файлы в src', [list('src')]],
    ['замените «раз два» на «три» в файле notes.md, пожалуйста', [replace('раз два', 'три')]],
    [
      'Create plan.md with First draft, and create todo.md with Second thoughts',
      [create('plan.md', 'First draft'), create('todo.md', 'Second thoughts')],
    ],
    [
      'Создай plan.md с текстом «Первый набросок» и создай todo.md с текстом «Мысли на потом»',
      [create('plan.md', 'Первый набросок'), create('todo.md', 'Мысли на потом')],
    ],
    [
      'Create a.md with one\nand two, create b.md with three',
      [create('a.md', 'one\nand two'), create('b.md', 'three')],
    ],
    [
      'First, create a.md with salt and pepper and read b.md. Then list the files.',
      [create('a.md', 'salt and pepper'), read('b.md'), list()],
    ],
    ['1. create a.md with x\n2. read b.md\n3) list the files', [create('a.md', 'x'), read('b.md'), list()]],
    ['- прочитай a.md\n- потом покажи файлы', [read('a.md'), list()]],
  ])('%j', (text, requests) => {
    expect(readDemoMessage(text)).toEqual({ requests, leftovers: [] })
  })
})

test.each([
  'hello',
  'Do not create notes.md with Hello',
  'Yesterday I asked you to create notes.md with Hello',
  'What happens if I create notes.md with Hello?',
  '"create notes.md with Hello"',
  '> create notes.md with Hello',
  '```\nread notes.md\n```',
  'create notes.md about cats',
  'read https://example.com/notes.md',
  'show me how it works',
  'list the files in alphabetical order',
  'replace "" with x in notes.md',
  'delete notes.md',
  '',
  '{"turns": []}',
  'Не создавай notes.md с текстом Привет',
  'Как создать notes.md с текстом Привет?',
  '«создай notes.md с текстом Привет»',
])('%j is no request', text => expect(readDemoMessage(text).requests).toEqual([]))

test.each<[string, DemoRequest[], string[]]>([
  ['read a.md and summarise it', [read('a.md')], ['and summarise it']],
  ["Don't read a.md. Read b.md!", [read('b.md')], ["Don't read a.md."]],
  ['Прочитай a.md и перескажи его', [read('a.md')], ['и перескажи его']],
])('of %j something is left over', (text, requests, leftovers) => {
  expect(readDemoMessage(text)).toEqual({ requests, leftovers })
})

test('more than fifty requests in one message are left over', () => {
  const { requests, leftovers } = readDemoMessage('read a.md\n'.repeat(60))
  expect(requests).toHaveLength(50)
  expect(leftovers).toEqual(['read a.md\n'.repeat(10).trim()])
})

test('a long content is taken whole', () => {
  const content = 'word, and more of it. '.repeat(40_000).trim()
  expect(readDemoMessage(`create big.md with ${content}`).requests).toEqual([create('big.md', content)])
})
