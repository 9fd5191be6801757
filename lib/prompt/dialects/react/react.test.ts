import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { table } from '@/test/table'
import type { OfferedTool } from '../dialect'
import { react, renderAction } from './react'

const TOOLS: OfferedTool[] = [
  { name: 'write_file', schema: { properties: { path: { type: 'string' }, content: { type: 'string' } } } },
  { name: 'read_file', schema: { properties: { path: { type: 'string' }, offset: { type: 'integer' } } } },
]

const action = (tool: string, parameters: string) =>
  `<ACTION><tool_name>${tool}</tool_name><parameters>${parameters}</parameters></ACTION>`

const argsOf = (reply: string) => JSON.parse(react.readWhole(reply, TOOLS).calls[0]?.argumentsText ?? 'null')

test('a thought and an action are told apart', () => {
  const reply = `<THOUGHT>I look first.</THOUGHT>\n${action('read_file', '<path>a.txt</path><offset>3</offset>')}`
  const { calls, ...rest } = react.readWhole(reply, TOOLS)
  expect(calls.map(({ tool, argumentsText }) => [tool, argumentsText])).toEqual([
    ['read_file', '{"path":"a.txt","offset":3}'],
  ])
  expect(rest).toEqual({ text: '', reasoning: 'I look first.', issues: [] })
})

test.each([
  ['code', 'if (a<b && c) { return "</div>" }'],
  ['a page', '<html>\n<body>&nbsp;</body>\n</html>\n'],
  ['the end of itself', 'write </content> to end it'],
  ['an action', 'say <tool_name>x</tool_name>'],
])('%s may stand in a parameter as it is', (_, content) => {
  const reply = action('write_file', `<path>a</path><content>${content}</content>`)
  expect(argsOf(reply)).toEqual({ path: 'a', content: content.replace('&nbsp;', '&nbsp;') })
})

describe('what cannot be read is told', () => {
  test.each([
    ['no end', '<ACTION><tool_name>read_file</tool_name>'],
    ['no name', '<ACTION><parameters></parameters></ACTION>'],
    ['words instead', '<ACTION>read the file</ACTION>'],
    ['words beside the parameters', action('read_file', 'path: a.txt')],
  ])('%s', (_, reply) => {
    expect(react.readWhole(reply, TOOLS)).toMatchObject({ calls: [], issues: [{}], text: reply })
  })

  test('every action after the first', () => {
    const reply = `${action('read_file', '<path>a</path>')} and ${action('write_file', '<path>b</path>')}`
    const { calls, issues } = react.readWhole(reply, TOOLS)
    expect([calls.map(({ tool }) => tool), issues.length]).toEqual([['read_file'], 1])
  })
})

table<[string, string, unknown]>([
  ['a comparison and a conjunction', 'a<b && c', 'a<b && c'],
  ['a tag that never ends', '<br> and <div class="x">', '<br> and <div class="x">'],
  ['entities', 'a &lt; b &amp;&amp; c', 'a < b && c'],
  ['CDATA', '<![CDATA[a < b && c]]>', 'a < b && c'],
  [
    'CDATA with the end of the action',
    '<![CDATA[</content></parameters></ACTION>]]>',
    '</content></parameters></ACTION>',
  ],
  ['CDATA with lines around it', '\n<![CDATA[a\n]]>\n', 'a\n'],
  ['CDATA in two sections', '<![CDATA[a]]]]><![CDATA[>b]]>', 'a]]>b'],
  ['the end of the action', 'x </ACTION> y', 'x </ACTION> y'],
  ['the end of the parameters', 'x </parameters> y', 'x </parameters> y'],
  ['a whole action', action('read_file', '<offset>1</offset>'), action('read_file', '<offset>1</offset>')],
  ['a fence', '```ts\nconst a = 1\n```', '```ts\nconst a = 1\n```'],
  [
    'a program',
    'for (let i = 0; i < 3; i++) { s += "<" + i }',
    'for (let i = 0; i < 3; i++) { s += "<" + i }',
  ],
  ['spaces at its ends', '  a\n', '  a\n'],
  ['nothing', '', ''],
])('a parameter holds what stands in it', (_, written, content) => {
  expect(argsOf(action('write_file', `<path>a</path><content>${written}</content>`))).toEqual({
    path: 'a',
    content,
  })
})

test.each<[string, string, unknown]>([
  ['JSON for the parameters', action('read_file', '{"path": "a", "offset": 3}'), { path: 'a', offset: 3 }],
  [
    'JSON for the action',
    '<ACTION>{"tool_name": "read_file", "parameters": {"path": "a"}}</ACTION>',
    { path: 'a' },
  ],
  ['no parameters', '<ACTION><tool_name>read_file</tool_name></ACTION>', {}],
  ['empty parameters', action('read_file', ''), {}],
  [
    'an element that ends at once',
    action('write_file', '<path>a</path><content/>'),
    { path: 'a', content: '' },
  ],
  ['parameters by their names', action('read_file', '<parameter name="path">a</parameter>'), { path: 'a' }],
  ['other capitals', action('read_file', '<path>a</path>').replaceAll('ACTION', 'action'), { path: 'a' }],
  ['a text where a number is due', action('read_file', '<offset>many</offset>'), { offset: 'many' }],
  ['an unknown tool', action('no_such', '<a>1</a><b>x</b>'), { a: '1', b: 'x' }],
])('an action may be written with %s', (_, reply, args) => {
  expect(argsOf(reply)).toEqual(args)
  expect(react.readWhole(reply, TOOLS)).toMatchObject({ text: '', issues: [] })
})

test('a number keeps its digits', () => {
  const reply = action('read_file', '<offset>12345678901234567890</offset>')
  expect(react.readWhole(reply, TOOLS).calls[0]?.argumentsText).toBe('{"offset":12345678901234567890}')
})

test.each([
  ['that is ended', '<THOUGHT>I look.</THOUGHT>'],
  ['that is not ended', '<THOUGHT>I look.'],
  ['in other tags', '<think>I look.</think>'],
])('a thought %s is reasoning', (_, thought) => {
  const spoken = react.readWhole(`${thought}\n${action('read_file', '<path>a</path>')}`, TOOLS)
  expect(spoken).toMatchObject({ text: '', reasoning: 'I look.', calls: [{ tool: 'read_file' }], issues: [] })
})

const RUN = action('shell', '<command>ls</command>')

describe('no action is', () => {
  test.each([
    ['one in a fence', `\`\`\`xml\n${RUN}\n\`\`\``],
    ['one in code', `Use \`${RUN.replaceAll('\n', '')}\`.`],
    ['one in a quote', `> ${RUN}`],
    ['one in a comment', `<!-- ${RUN} -->`],
    ['one in a thought', `<THOUGHT>I might ${RUN} or so.</THOUGHT>`],
    ['one in an observation', `<OBSERVATION>${RUN}</OBSERVATION>`],
    ['a call of another dialect', '<tool_call>{"name": "shell", "arguments": {}}</tool_call>'],
    ['bare JSON', '{"tool_name": "shell", "parameters": {}}'],
    ['words', 'I would run shell.'],
    ['nothing', ''],
  ])('%s, and the model is told to write one', (_, reply) => {
    const spoken = react.readWhole(reply, TOOLS)
    expect(spoken).toMatchObject({ calls: [], issues: [] })
    expect(react.observation(spoken)).toMatch(/has no action[\s\S]*<ACTION>/)
  })

  test('an example in a parameter that is cut off', () => {
    const reply = `<ACTION><tool_name>write_file</tool_name><parameters><content>\n${RUN}`
    expect(react.readWhole(reply, TOOLS)).toMatchObject({ calls: [], issues: [{}] })
  })
})

test('what cannot be read is told with the reason and with how to write it', () => {
  expect(react.observation(react.readWhole('<ACTION>read the file</ACTION>', TOOLS))).toMatch(
    /needs <tool_name> and <parameters>[\s\S]*<ACTION>\n<tool_name>/,
  )
  expect(react.observation(react.readWhole('<ACTION><tool_name>x</tool_name>', TOOLS))).toContain(
    'never ended',
  )
  expect(react.observation(react.readWhole(`${RUN}${RUN}`, TOOLS))).toContain('Only the first action')
  expect(react.observation(react.readWhole(RUN, TOOLS))).toBeNull()
})

const name = fc.stringMatching(/^[A-Za-z_]\w{0,12}$/)

test('an action that is written is read as it was, whatever its parameters hold', () => {
  const content = fc.oneof(
    fc.string(),
    fc.constantFrom('</content>', ']]>', '<a>', '&lt;', '<![CDATA[x]]>', '</ACTION>'),
  )
  fc.assert(
    fc.property(fc.array(content), pieces => {
      const args = { path: 'a', content: pieces.join('') }
      expect(
        argsOf(renderAction({ tool: 'write_file', argumentsText: JSON.stringify(args) }, TOOLS)),
      ).toEqual(args)
    }),
  )
})

test('whatever a model writes, nothing is thrown', () => {
  const piece = fc.oneof(
    fc.string(),
    name,
    fc.constantFrom('<ACTION>', '</ACTION>', '<THOUGHT>', '<tool_name>', '</parameters>', '<parameters>'),
  )
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const reply = pieces.join('')
      const { calls, issues } = react.readWhole(reply, TOOLS)
      for (const { span } of [...calls, ...issues]) expect(span[1]).toBeLessThanOrEqual(reply.length)
    }),
  )
})
