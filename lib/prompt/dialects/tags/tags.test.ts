import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfRuns } from '@/test/number-of-runs'
import type { OfferedTool } from '../dialect'
import { tags } from './tags'

const TOOLS: OfferedTool[] = [
  { name: 'read_file', schema: { properties: { path: { type: 'string' }, offset: { type: 'integer' } } } },
  { name: 'write_file', schema: { properties: { path: { type: 'string' }, content: { type: 'string' } } } },
]

const parse = (reply: string) => tags.readWhole(reply, TOOLS)
const calls = (reply: string) => parse(reply).calls.map(({ tool, argumentsText }) => [tool, argumentsText])

const READ = '{"name": "read_file", "arguments": {"path": "a.txt"}}'
const ONE = [['read_file', '{"path": "a.txt"}']]

describe('a call is found however it is spelled', () => {
  test.each<[string, string]>([
    ['as it is meant', `<tool_call>${READ}</tool_call>`],
    ['with lines around it', `<tool_call>\n  ${READ}\n</tool_call>`],
    ...[
      'tool_calls',
      'toolcall',
      'tool-call',
      'tools',
      'invoke',
      'function_call',
      'minimax:tool_call',
      'TOOL_CALL',
    ].map((alias): [string, string] => [`as ${alias}`, `<${alias}>${READ}</${alias}>`]),
    ['with another tag at its end', `<tool_call>${READ}</toolcall>`],
    ['with no end', `I look. <tool_call>${READ}`],
    ['with no end, and words behind it', `<tool_call>${READ}\nThat is all.`],
    ['with its beginning twice', `<tool_call><tool_call>${READ}</tool_call>`],
    ['in a fence within the tag', `<tool_call>\n\`\`\`json\n${READ}\n\`\`\`\n</tool_call>`],
    ['in a fence of its own', `\`\`\`tool_call\n${READ}\n\`\`\``],
    ['in a fence that a tag ends', `\`\`\`tool_call\n${READ}\n</tool_call>`],
    ['in brackets', `[TOOL_CALL]${READ}[/TOOL_CALL]`],
    ['behind a word or two', `<tool_call>Here it is: ${READ}</tool_call>`],
    ['as a list of one', `<tool_call>[${READ}]</tool_call>`],
    ['by other names', '<tool_call>{"tool": "read_file", "parameters": {"path": "a.txt"}}</tool_call>'],
    ['as a function', `<tool_call>{"type": "function", "function": ${READ}}</tool_call>`],
    [
      'with arguments as a string',
      String.raw`<tool_call>{"name": "read_file", "arguments": "{\"path\": \"a.txt\"}"}</tool_call>`,
    ],
    [
      'behind thoughts',
      `<think>Which file? <tool_call>{"name":"x"}</tool_call></think><tool_call>${READ}</tool_call>`,
    ],
    ['behind a stray end', `</tool_call><tool_call>${READ}</tool_call>`],
  ])('%s', (_, reply) => {
    expect(calls(reply)).toEqual(ONE)
    expect(parse(reply).issues).toEqual([])
    expect(parse(reply).text).not.toMatch(/tool|\{/i)
  })

  test.each([
    ['by elements', '<tool_call><read_file><path>a.txt</path></read_file></tool_call>'],
    [
      'by its name and arguments',
      '<tool_call><name>read_file</name><arguments><path>a.txt</path></arguments></tool_call>',
    ],
    ['by parameters', '<invoke name="read_file"><parameter name="path">a.txt</parameter></invoke>'],
    [
      'by parameters within a tag',
      '<minimax:tool_call>\n<invoke name="read_file">\n<parameter name="path">a.txt</parameter>\n</invoke>\n</minimax:tool_call>',
    ],
  ])('%s', (_, reply) => {
    expect(calls(reply)).toEqual([['read_file', '{"path":"a.txt"}']])
    expect(parse(reply)).toMatchObject({ text: '', issues: [] })
  })
})

test('several calls keep their order and their places, and all text around them stays', () => {
  const reply = `First this.\n<tool_call>${READ}</tool_call>\nThen that.\n<tool_call>${READ},\n${READ}</tool_call>\nDone.`
  const spoken = parse(reply)
  expect(spoken.calls).toHaveLength(3)
  expect(
    spoken.calls.map(({ span }) => reply.slice(...span)).map(text => text.startsWith('<tool_call>')),
  ).toEqual([true, true, true])
  expect(spoken.text).toBe('First this.\n\nThen that.\n\nDone.')
})

test('arguments are what the model wrote, to the byte', () => {
  const args = '{ "b": 1.0,  "a":12345678901234567890, "c":"\\u0041" }'
  expect(calls(`<tool_call>{"arguments": ${args}, "name": "x"}</tool_call>`)).toEqual([['x', args]])
})

test('text in elements is text, whatever it holds; other values are read as JSON', () => {
  const body = '<path>a.ts</path><content><![CDATA[if (a < b && c) {}]]></content>'
  expect(calls(`<tool_call><write_file>${body}</write_file></tool_call>`)).toEqual([
    ['write_file', JSON.stringify({ path: 'a.ts', content: 'if (a < b && c) {}' })],
  ])
  expect(calls('<invoke name="read_file"><parameter name="offset">5</parameter></invoke>')).toEqual([
    ['read_file', '{"offset":5}'],
  ])
})

describe('no call is', () => {
  test.each([
    ['prose about it', 'I would call read_file with path a.txt.'],
    ['a code span', `Write \`<tool_call>${READ}</tool_call>\` to call it.`],
    ['code in a fence', `\`\`\`json\n<tool_call>${READ}</tool_call>\n\`\`\``],
    ['code in a fence that never ends', `\`\`\`\n<tool_call>${READ}</tool_call>`],
    ['a quote', `> <tool_call>${READ}</tool_call>`],
    ['a comment', `<!-- <tool_call>${READ}</tool_call> -->`],
    ['a thought', `<think><tool_call>${READ}</tool_call></think>`],
    ['a result that is told again', `<tool_result name="x"><tool_call>${READ}</tool_call></tool_result>`],
    ['a declaration', '<tools>{"name": "read_file", "description": "Reads.", "parameters": {}}</tools>'],
  ])('%s', (_, reply) => {
    expect(parse(reply)).toMatchObject({ calls: [], issues: [] })
  })
})

describe('what looks like a call and is none is told', () => {
  test.each([
    ['broken JSON', '<tool_call>{"name": "read_file", "arguments": {"path": }}</tool_call>'],
    ['JSON that is cut off', '<tool_call>{"name": "read_file", "arguments": {"path": "a'],
    ['JSON without a name', '<tool_call>{"path": "a.txt"}</tool_call>'],
    ['nothing', '<tool_call></tool_call>'],
    ['prose', '<tool_call>read the file</tool_call>'],
    ['a tag that never ends', '<tool_call>read the file'],
  ])('%s', (_, reply) => {
    const spoken = parse(reply)
    expect([spoken.calls, spoken.issues.length]).toEqual([[], 1])
    expect(spoken.text).toBe(reply)
  })

  test('and nothing that its cut-off text holds is run', () => {
    const inner = JSON.stringify(`<tool_call>${READ}</tool_call>`)
    const reply = `<tool_call>{"name": "write_file", "arguments": {"content": ${inner}, "path": "a`
    expect(calls(reply)).toEqual([])
    expect(
      calls(`<tool_call>{"name": "write_file", "arguments": {"content": ${inner}}}</tool_call>`),
    ).toHaveLength(1)
  })
})

const piece = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '<tool_call>',
    '</tool_call>',
    '<think>',
    '</think>',
    '```',
    '`',
    '\n',
    '> ',
    READ,
    '{',
    '"',
    '<tools>',
    '<invoke name="x">',
    '<!--',
  ),
)

test('whatever a model writes, nothing is thrown, and no text outside a call and thoughts is lost', () => {
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const reply = pieces.join('')
      const spoken = parse(reply)
      for (const {
        span: [from, to],
      } of [...spoken.calls, ...spoken.issues])
        expect(from < to && to <= reply.length).toBe(true)
      const left = spoken.text.replaceAll(/\s/g, '')
      const said = reply.replaceAll(/\s/g, '')
      let at = 0
      for (const character of left) at = said.indexOf(character, at) + 1
      expect(at).toBeGreaterThan(left === '' ? -1 : 0)
    }),
    { numRuns: numberOfRuns(500) },
  )
})
