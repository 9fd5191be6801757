import { describe, expect, test } from 'vitest'
import type { ModelMessage } from '@/lib/domain/call/solution'
import { type DialectRenderer, type HistoryFormat, inDialect } from './in-dialect'

const plain = (name: DialectRenderer['name']): DialectRenderer => ({
  name,
  renderCalls: ({ text, calls }) => [text, ...calls.map(({ tool }) => `{${name} ${tool}}`)].join(''),
  renderResults: results => results.map(({ tool, text }) => `[${tool}: ${text}]`).join(''),
})

const inText = (name: DialectRenderer['name']): HistoryFormat => ({
  calls: 'text',
  dialect: plain(name),
  tools: [],
})
const AS_SAID: HistoryFormat = { calls: 'as_said', dialect: plain('tags'), tools: [] }
const NATIVE: HistoryFormat = { calls: 'native' }

const user: ModelMessage = { role: 'user', text: 'Do it.' }
const later: ModelMessage = { role: 'user', text: 'And this.' }
const one = { id: '1', tool: 'read', argumentsText: '{}' }
const two = { id: '2', tool: 'write', argumentsText: '{"a": 1}' }
const verbatim = { provider: 'p', content: [] }
const result = (callId: string, tool: string): ModelMessage => ({
  role: 'result',
  callId,
  tool,
  text: `${tool} is done`,
  isError: false,
})
const results = [result('1', 'read'), result('2', 'write')]

const native: ModelMessage = {
  role: 'assistant',
  text: 'I do.',
  calls: [one, two],
  failures: 1,
  verbatim,
}
const spoken: ModelMessage = {
  role: 'assistant',
  text: 'I do.<1><2>',
  calls: [one, two],
  dialect: 'tags',
  plain: 'I do.',
  failures: 1,
  verbatim,
}
const answer: ModelMessage = { role: 'assistant', text: 'Done.', calls: [], failures: 0, verbatim }

const history = (said: ModelMessage): ModelMessage[] => [user, said, ...results, later, answer]
const toldResults = { role: 'user', text: '[read: read is done][write: write is done]', aside: true }
const textOnly = { role: 'assistant', calls: [], failures: 1 }

describe('Calls that stand in the text of a reply', () => {
  test('stay in it word for word where the dialect is the same, and their results are one message', () => {
    for (const form of [inText('tags'), AS_SAID])
      expect(inDialect(history(spoken), form)).toEqual([
        user,
        { ...textOnly, text: 'I do.<1><2>', verbatim },
        toldResults,
        later,
        answer,
      ])
  })

  test('are written anew in another dialect', () => {
    expect(inDialect(history(spoken), inText('react'))).toEqual([
      user,
      { ...textOnly, text: 'I do.{react read}{react write}' },
      toldResults,
      later,
      answer,
    ])
  })

  test('become Calls of the provider’s own form where only those count', () => {
    expect(inDialect(history(spoken), NATIVE)).toEqual([
      user,
      { role: 'assistant', text: 'I do.', calls: [one, two], failures: 1 },
      ...results,
      later,
      answer,
    ])
  })
})

describe('Calls of the provider’s own form', () => {
  test('stay as they are where it takes them', () => {
    for (const form of [NATIVE, AS_SAID]) expect(inDialect(history(native), form)).toEqual(history(native))
  })

  test('are written into the text where it is given no tools', () => {
    expect(inDialect(history(native), inText('tags'))).toEqual([
      user,
      { ...textOnly, text: 'I do.{tags read}{tags write}' },
      toldResults,
      later,
      answer,
    ])
  })
})

test('a reply that could not be read stays as the model wrote it in its dialect, and is plain in others', () => {
  const unread: ModelMessage = {
    role: 'assistant',
    text: '<x>Hm.',
    calls: [],
    dialect: 'react',
    plain: 'Hm.',
    failures: 0,
  }
  expect(inDialect([unread], inText('react'))).toMatchObject([{ text: '<x>Hm.' }])
  expect(inDialect([unread], inText('tags'))).toMatchObject([{ text: 'Hm.' }])
  expect(inDialect([unread], NATIVE)).toEqual([{ role: 'assistant', text: 'Hm.', calls: [], failures: 0 }])
})
