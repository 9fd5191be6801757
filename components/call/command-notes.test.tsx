import { expect, test } from 'vitest'
import { previewMarkup } from './testing/preview-markup'

const COMMAND = { argv: [], text: 'rm', cwd: '', sandboxed: true, network: false }

const html = (more: object): string =>
  previewMarkup({
    preview: { kind: 'command', summary: '', preconditions: [], command: { ...COMMAND, ...more } },
  })

test('each word stands by itself, and what nobody can know before is said', () => {
  const shown = html({ words: [['rm', 'a b', '', null], ['ls']] })
  const words = [...shown.matchAll(/<code[^>]*>(.*?)<\/code>|<em[^>]*>(.*?)<\/em>/g)]
  expect(words.map(([, word, note]) => word ?? note)).toEqual([
    'rm',
    'a b',
    'empty',
    'known at run time',
    'ls',
  ])
  expect(shown.match(/<li/g)).toHaveLength(2)
})

test('the files that redirections write stand apart from the words', () => {
  const shown = html({ words: [['echo', 'a']], writes: ['.bashrc', null, 'a\u202eb'] })
  const [words = '', files = ''] = [...shown.matchAll(/<[ou]l.*?<\/[ou]l>/g)].map(([list]) => list)
  expect(words).not.toContain('.bashrc')
  expect(files).toMatch(/aria-label="Files it writes[^"]*"/)
  expect([...files.matchAll(/<li/g)]).toHaveLength(3)
  expect(files).toContain('.bashrc')
  expect(files).toContain('known at run time')
  expect(files).toContain('⟦U+202E⟧')
})

test('what cannot be read is said, with what is hidden in it made visible', () => {
  expect(html({ unread: 'It cannot be parsed: \u202e.' })).toContain('⟦U+202E⟧')
  expect(html({})).not.toContain('⟦')
})
