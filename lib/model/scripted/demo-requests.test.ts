import { describe, expect, test } from 'vitest'
import { type DemoRequest, readDemoMessage } from './demo-requests'

const create = (path: string, content: string): DemoRequest => ({ kind: 'create', path, content })
const read = (path: string): DemoRequest => ({ kind: 'read', path })
const list = (path?: string): DemoRequest => ({ kind: 'list', ...(path ? { path } : {}) })
const replace = (old: string, to: string, path: string) => ({
  kind: 'replace' as const,
  path,
  old,
  new: to,
  all: false,
})

describe('one request', () => {
  test.each<[string, DemoRequest]>([
    ['create notes.md with Hello', create('notes.md', 'Hello')],
    ['Create notes.md with "Hello, and read b.md"', create('notes.md', 'Hello, and read b.md')],
    ['create notes.md with “Hello”', create('notes.md', 'Hello')],
    ['Create notes.md with “# Notes\n\nOne.\n”', create('notes.md', '# Notes\n\nOne.\n')],
    ["create notes.md with 'it's fine'", create('notes.md', "it's fine")],
    [
      'Create notes.md with He said "hi, and read b.md" loudly',
      create('notes.md', 'He said "hi, and read b.md" loudly'),
    ],
    ['Create notes.md with buy milk.', create('notes.md', 'buy milk.')],
    ['make a file called notes with Hello', create('notes', 'Hello')],
    ['Please make a new text file named "my notes.md" containing Hello', create('my notes.md', 'Hello')],
    ['create `a/b.md` saying Hi there', create('a/b.md', 'Hi there')],
    ['create notes.md: Hello', create('notes.md', 'Hello')],
    ['write notes.md with the following content: Hello', create('notes.md', 'Hello')],
    ['create notes.md with:\n- read book.md\n- rest', create('notes.md', '- read book.md\n- rest')],
    ['create a.py with:\n```python\nprint(1)\n  print(2)\n```', create('a.py', 'print(1)\n  print(2)\n')],
    ['create notes.md', create('notes.md', '')],
    ['create an empty file called notes.md', create('notes.md', '')],
    ['Hi there, please create notes.md with Hello', create('notes.md', 'Hello')],
    ['read notes.md', read('notes.md')],
    ['can you read “my notes.md” please?', read('my notes.md')],
    ['show me the contents of the file docs/plan.md', read('docs/plan.md')],
    ["What's in notes.md?", read('notes.md')],
    ['open ../outside.md', read('../outside.md')],
    ['list the files', list()],
    ['show me the files in the docs folder', list('docs')],
    ['what files are there?', list()],
    ['ls', list()],
    ['replace bread by butter in notes.md', replace('bread', 'butter', 'notes.md')],
    ['Replace "a b" with “c, d” in notes.md', replace('a b', 'c, d', 'notes.md')],
    ['change the word red to blue in a/b.txt please', replace('red', 'blue', 'a/b.txt')],
    ['replace all foo with bar in notes.md', { ...replace('foo', 'bar', 'notes.md'), all: true }],
    ['in notes.md, replace foo with bar', replace('foo', 'bar', 'notes.md')],
    ['replace "foo" with "" in notes.md', replace('foo', '', 'notes.md')],
    ['replace one in two with three in notes.md', replace('one in two', 'three', 'notes.md')],
    ['append Hello to notes.md', { kind: 'append', path: 'notes.md' }],
    ['add "one more" to the end of notes.md', { kind: 'append', path: 'notes.md' }],
  ])('%j', (text, expected) => {
    expect(readDemoMessage(text)).toEqual({ requests: [expected], leftovers: [] })
  })
})

describe('several requests', () => {
  const three = [create('a.md', 'x'), read('b.md'), list()]
  test.each<[string, DemoRequest[]]>([
    ['create a.md with x, and read b.md and list the files', three],
    ['1. create a.md with x\n2. read b.md\n3) list the files', three],
    ['- create a.md with x\n- read b.md\n\n- list the files\n', three],
    ['create a.md with x\nread b.md\nlist the files', three],
    ['First, create a.md with "x". Then read b.md. After that list the files. Thanks!', three],
    ['read a.md, b.md and "c d.md"', [read('a.md'), read('b.md'), read('c d.md')]],
    ['create a.md with salt and pepper and read b.md', [create('a.md', 'salt and pepper'), read('b.md')]],
    ['create a.md and b.md', [create('a.md', '')]],
    [
      'replace x with y in a.md and replace y with z in b.md',
      [replace('x', 'y', 'a.md'), replace('y', 'z', 'b.md')],
    ],
  ])('%j', (text, expected) => expect(readDemoMessage(text).requests).toEqual(expected))
})

describe('what is not a request', () => {
  test.each([
    'hello',
    'Do not create notes.md with Hello',
    "Don't read notes.md",
    'Never list the files',
    'Should I replace a with b in notes.md?',
    'Yesterday I asked you to create notes.md with Hello',
    'What happens if I create notes.md with Hello?',
    '"create notes.md with Hello"',
    '> create notes.md with Hello',
    '```\nread notes.md\n```',
    'create notes.md about cats',
    'write a poem to poem.md',
    'make sure that notes.md exists',
    'read https://example.com/notes.md',
    'read me a story',
    'read e.g. the news',
    'show me how it works',
    'list the files in alphabetical order',
    'replace the batteries',
    'replace "" with x in notes.md',
    'delete notes.md',
    'run npm test',
    'notes.md',
    '',
    '{"turns": []}',
  ])('%j', text => expect(readDemoMessage(text).requests).toEqual([]))
})

describe('what is left over', () => {
  test.each<[string, DemoRequest[], string[]]>([
    ['read a.md and summarise it', [read('a.md')], ['and summarise it']],
    ['I have a file. Read a.md', [read('a.md')], ['I have a file.']],
    ["Don't read a.md. Read b.md!", [read('b.md')], ["Don't read a.md."]],
    ['create a.md and b.md', [create('a.md', '')], ['and b.md']],
    ['read a.md\ndance', [read('a.md')], ['dance']],
    ['Tell me a story', [], ['Tell me a story']],
  ])('of %j', (text, requests, leftovers) => expect(readDemoMessage(text)).toEqual({ requests, leftovers }))
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
