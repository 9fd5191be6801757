import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfRuns } from '@/test/number-of-runs'
import type { DialectInText } from '../dialect'
import { dialectOf } from '../dialect-of'
import { readInPieces } from '../testing/read-in-pieces'
import { TOOLS } from '../testing/tools'

const READ = '{"name": "read_file", "arguments": {"path": "a.txt"}}'
const ACTION = '<ACTION><tool_name>read_file</tool_name><parameters><path>a</path></parameters></ACTION>'

const PIECES = [
  ...[
    '<|tool_call|>',
    '<|tool',
    '＜tool_call＞',
    '＜too',
    '<read_file>',
    '<read_file path="a',
    '<read_f',
    '《',
  ],
  ...[
    '<tool_call>',
    '</tool_call>',
    '<tools>',
    '<toolcall>',
    '</toolcall>',
    '<invoke name="read_file">',
    '</invoke>',
  ],
  ...[
    '<parameter name="path">',
    '</parameter>',
    '<read_file>',
    '</read_file>',
    '<path>',
    '</path>',
    '<name>',
    '</name>',
  ],
  ...[
    '<think>',
    '</think>',
    '<THOUGHT>',
    '</THOUGHT>',
    '<!--',
    '-->',
    '<tool_result name="x">',
    '</tool_result>',
  ],
  ...['<ACTION>', '</ACTION>', '<tool_name>', '</tool_name>', '<parameters>', '</parameters>', ACTION],
  ...[
    '```',
    '````',
    '```tool_call\n',
    '```json\n',
    '~~~',
    '`',
    '``',
    '\n',
    '\n\n',
    ' ',
    '    ',
    '> ',
    '- ',
    '1. ',
  ],
  ...[
    READ,
    `[${READ}]`,
    `<tool_call>${READ}</tool_call>`,
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    ',',
    ': ',
    'word',
    'a < b',
  ],
  ...[
    '[TOOL_CALL]',
    '[/TOOL_CALL]',
    '\nTOOL_CALL ',
    '/TOOL_CALL',
    '{tool => "read_file", args => {--path "a"}}',
  ],
  ...[
    '<FunctionCall>',
    '</FunctionCall>',
    '<code>',
    '</code>',
    'read_file',
    'read_file/path>a.txt',
    'read_file>a',
  ],
  ...[
    'read_file(path="a")',
    '<eom>',
    '<|im_end|>',
    '</s>',
    '<![CDATA[',
    ']]>',
    '&lt;',
    '{"tool_calls": [',
    '{"output": ',
  ],
]

const reply = fc.array(
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ maxLength: 60 })),
  {
    maxLength: 30,
  },
)

const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 })

describe.each<DialectInText>(['tags', 'react', 'structured'])('in %s', name => {
  test('a reply in pieces is what it is as a whole, and nothing shown is taken back', () => {
    fc.assert(
      fc.property(reply, sizes, (parts, lengths) => {
        const text = parts.join('')
        const whole = dialectOf(name).readWhole(text, TOOLS)
        const { spoken, shown, reasoning } = readInPieces(name, text, lengths)
        expect(spoken).toEqual(whole)
        expect(whole.text.startsWith(shown)).toBe(true)
        expect(whole.reasoning.startsWith(reasoning)).toBe(true)
      }),
      { numRuns: numberOfRuns(3000) },
    )
  })

  test('every span is within the reply', () => {
    fc.assert(
      fc.property(reply, parts => {
        const text = parts.join('')
        const { calls, issues } = dialectOf(name).readWhole(text, TOOLS)
        for (const { span } of [...calls, ...issues]) {
          expect(span[0]).toBeLessThan(Math.max(span[1], 1))
          expect(span[1]).toBeLessThanOrEqual(text.length)
        }
      }),
    )
  })
})

const prose = fc.oneof(
  fc.string({ maxLength: 30 }).map(text => text.replaceAll(/[<`[{~>/]/g, '')),
  fc.constantFrom(
    'a < b',
    '`<tool_call>`',
    '```js\ncode <tool_call> {\n```',
    '> <tool_call>{',
    '<b>bold</b>',
    '[1]: x',
  ),
  fc.constantFrom(
    '{"a": 1}',
    '<tool_result>ok</tool_result>',
    '<!-- <tool_call> -->',
    'use `a`, [b](c)',
    'x > y',
  ),
)

test('whatever stands beside calls is still there, in its order', () => {
  const call = fc.constantFrom(`<tool_call>${READ}</tool_call>`, `\`\`\`tool_call\n${READ}\n\`\`\``)
  const part = fc.oneof(
    prose.map(text => ({ text, isCall: false })),
    call.map(text => ({ text, isCall: true })),
  )
  const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '')
  fc.assert(
    fc.property(fc.array(part), parts => {
      const spoken = dialectOf('tags').readWhole(parts.map(({ text }) => text).join('\n\n'), TOOLS)
      const said = parts.filter(({ isCall }) => !isCall).map(({ text }) => text)
      expect(withoutSpace(spoken.text)).toBe(withoutSpace(said.join('')))
      expect(spoken.calls).toHaveLength(parts.length - said.length)
    }),
    { numRuns: numberOfRuns(1000) },
  )
})

const inPieces = (text: string): string => {
  const reader = dialectOf('tags').reader(TOOLS)
  return [...text]
    .map(character => reader.add(character).text)
    .join('|')
    .replaceAll(/\|+/g, '|')
}

test.each<[string, string, string]>([
  ['prose is shown as it comes', 'ab c', 'a|b| c'],
  ['a call is never shown, not even in part', `A <tool_call>${READ}</tool_call>`, 'A|'],
  ['what only looks like the beginning of a tag is shown', 'a <tomato>', 'a| <tom|a|t|o|>'],
  ['a comparison is shown', '1 < 2', '|1| < 2'],
  ['thoughts are not shown', '<think>a</think>b', '|b'],
])('%s', (_, text, shown) => {
  expect(inPieces(text)).toBe(shown)
})
