import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfRuns } from '@/test/number-of-runs'
import { table } from '@/test/table'
import { readInPieces } from '../testing/read-in-pieces'
import { TOOLS } from '../testing/tools'
import { ALIASES } from './opening'
import { tags } from './tags'

const parse = (reply: string) => tags.readWhole(reply, TOOLS)
const calls = (reply: string) =>
  parse(reply).calls.map(({ tool, argumentsText }) => [tool, JSON.parse(argumentsText)])

const READ = '{"name": "read_file", "arguments": {"path": "a.txt"}}'
const ONE = [['read_file', { path: 'a.txt' }]]

describe('one call is read, and nothing of it is left in the text', () => {
  table([
    ['attributes', `<tool_call id="call_7">${READ}</tool_call>`],
    ['attributes in apostrophes and without', `<tool_call id='7' n=2>${READ}</tool_call>`],
    ['an attribute that holds a bracket', `<tool_call note="a > b">${READ}</tool_call>`],
    ['attributes at its end', `<tool_call>${READ}</tool_call id="call_7">`],
    ['attributes over lines', `<tool_call\n  id="call_7"\n  type="function">${READ}</tool_call>`],
    ['spaces', `< tool_call >${READ}</ tool_call >`],
    ['spaces before the stroke', `<  tool_call>${READ}< / tool_call>`],
    ['capitals', `<TOOL_CALL ID="7">${READ}</Tool_Call>`],
    ['thoughts before the JSON', `<tool_call><thinking>Which? {"a"}</thinking>\n${READ}</tool_call>`],
    ['two thoughts', `<tool_call>\n<think>a</think><think>b</think>${READ}</tool_call>`],
    ['thoughts behind the JSON', `<tool_call>${READ}<thinking>That is it.</thinking></tool_call>`],
    [
      'thoughts that speak of its end',
      `<tool_call><thinking>then </tool_call></thinking>${READ}</tool_call>`,
    ],
    [
      'thoughts before elements',
      '<tool_call><thinking>hm</thinking><read_file><path>a.txt</path></read_file></tool_call>',
    ],
    [
      'thoughts before parameters',
      '<invoke name="read_file"><thinking>hm</thinking><parameter name="path">a.txt</parameter></invoke>',
    ],
    ['thoughts before words', '<tool_call><think>hm</think>read_file>a.txt</tool_call>'],
    ['ends behind it', `<tool_call>${READ}</tool_call></tool_call>\n</toolcall>`],
  ])('with whatever it says beside its call', (_, reply) => {
    expect(calls(reply)).toEqual(ONE)
    expect(parse(reply)).toMatchObject({ text: '', issues: [] })
  })
})

describe('what looks like a call and is none is told, and stays in the text', () => {
  test.each([
    ['an end alone', 'I am done.</tool_call>'],
    ['an end with spaces', 'I am done.< / tool_call >'],
    ['an end in brackets', 'Done. [/TOOL_CALL] So.'],
    ['arguments under a name in an attribute', '<tool_call name="read_file">{"path": "a.txt"}</tool_call>'],
    ['nothing but attributes', '<tool_call name="read_file"/>'],
    ['a beginning without its bracket', `<tool_call ${READ}`],
    ['a beginning without its bracket, and its end', `<tool_call ${READ}</tool_call>`],
    ['endless attributes', `<tool_call id="${'7'.repeat(500)}">${READ}`],
    ['a fence around a tag with nothing in it', '```tool_call\n<tool_call></tool_call>\n```\nSo.'],
    ['marks of a model', `<|tool_call|>${READ}<|/tool_call|>`],
    [
      'marks of another',
      `<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{}`,
    ],
    [
      'wide marks of a third',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"path": "a.txt"}',
    ],
    ['wide brackets', `＜tool_call＞${READ}＜/tool_call＞`],
    ['a tag with the name of a tool', '<read_file><path>a.txt</path></read_file>'],
    ['such a tag around JSON', 'So:\n<read_file>\n{"path": "a.txt"}\n</read_file>'],
    ['such a tag with attributes', '<read_file path="a.txt"/>'],
    ['attributes and something else', '<tool_call><read_file path="a.txt">b.txt</read_file></tool_call>'],
    ['a thought that never ends', `<tool_call><thinking>hm ${READ}</tool_call>`],
  ])('%s', (_, reply) => {
    expect(parse(reply).calls).toEqual([])
    expect(parse(reply).issues.length).toBeGreaterThan(0)
    expect(parse(reply).text).toBe(reply)
  })
})

describe('tools are no call', () => {
  test.each([
    ['with words before the JSON', `<tools>These are offered: ${READ}</tools>`],
    ['with words behind the JSON', `<tools>${READ} and more</tools>`],
    ['with words behind the JSON that never end', `<tools>${READ}\nThat is all of them.`],
    ['as a list', `<tools>[${READ}]</tools>`],
    ['with a fence in them', `<tools>\nlike so\n\`\`\`json\n${READ}\n\`\`\`\n</tools>`],
  ])('%s', (_, reply) => {
    expect(parse(reply)).toMatchObject({ text: reply, calls: [], issues: [] })
  })
})

/** `tools` counts only around an object, and `function` only with its name: by themselves they are nothing. */
const MEANT = ALIASES.filter(alias => alias !== 'tools')
const space = fc.constantFrom('', ' ', '  ')
const attributes = fc.constantFrom('', ' id="call_7"', " type='x' n=1", '\n  a="b"')
const name = fc.constantFrom(...MEANT).chain(alias => fc.constantFrom(alias, alias.toUpperCase()))
const opening = fc
  .tuple(space, name, attributes, space)
  .map(([before, alias, more, after]) => `<${before}${alias}${more}${after}>`)
const closing = fc
  .tuple(space, space, name, space)
  .map(([before, between, alias, after]) => `<${before}/${between}${alias}${after}>`)
const words = fc.constantFrom(
  '',
  '\n',
  'so ',
  'I look. ',
  '{',
  '{"path": "a"}',
  READ,
  `${READ}\n`,
  'read_file(',
)

/** Where tags of calls stand: all of them are prose here, no code, quote or thought is around. */
const TAG = new RegExp(`<\\s*/?\\s*(?:${MEANT.join('|')})(?:\\s[^<>]*)?>`, 'gi')

test('whatever looks like a tag of a call gives a call or is told; nothing vanishes', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(opening, closing, words), { maxLength: 8 }), pieces => {
      const reply = pieces.join('')
      const spoken = parse(reply)
      const found = [...reply.matchAll(TAG)]
      const told = [...spoken.calls, ...spoken.issues]
      if (found.length > 0) expect(told.length).toBeGreaterThan(0)
      for (const { 0: tag, index } of found) {
        const isTold = told.some(({ span: [from, to] }) => from <= index && index < to)
        const isBeside = told.some(({ span: [from, to] }) => {
          const between = reply.slice(Math.min(to, index), Math.max(from, index + tag.length))
          return between.replaceAll(TAG, '').trim() === ''
        })
        expect([tag, isTold || isBeside]).toEqual([tag, true])
      }
      if (spoken.calls.length === 0) expect(spoken.text).toBe(reply.trim())
      for (const lengths of [[1], [7, 3]]) expect(readInPieces('tags', reply, lengths).spoken).toEqual(spoken)
    }),
    { numRuns: numberOfRuns(1_000) },
  )
})
