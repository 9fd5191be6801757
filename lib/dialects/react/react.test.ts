import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OfferedTool } from '../spoken'
import { react } from './react'
import { renderAction } from './render-action'

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
