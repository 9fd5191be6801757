import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ModelMessage } from '@/lib/domain/call/solution'
import { pairResults } from './pair-results'

const user = (text: string): ModelMessage => ({ role: 'user', text })
const result = (callId: string, text = 'done'): ModelMessage => ({
  role: 'result',
  callId,
  tool: 't',
  text,
  isError: false,
})
const assistant = (...ids: string[]): ModelMessage => ({
  role: 'assistant',
  text: '',
  calls: ids.map(id => ({ id, tool: 't', argumentsText: '{}' })),
  failures: 0,
})

describe('results', () => {
  test('stand in the order of the calls, whichever came first', () => {
    const { messages, repairs } = pairResults([user('go'), assistant('a', 'b'), result('b'), result('a')])
    expect(messages).toEqual([user('go'), assistant('a', 'b'), result('a'), result('b')])
    expect(repairs).toEqual([])
  })

  test('that are missing are made up for, and told', () => {
    const { messages, repairs } = pairResults([assistant('a', 'b'), result('a')])
    expect(messages[2]).toMatchObject({ role: 'result', callId: 'b', isError: true })
    expect(repairs).toHaveLength(1)
  })

  test('that belong to no call, or come twice, are left out and told', () => {
    const { messages, repairs } = pairResults([
      assistant('a'),
      result('a', 'first'),
      result('a', 'second'),
      result('x'),
    ])
    expect(messages).toEqual([assistant('a'), result('a', 'first')])
    expect(repairs).toHaveLength(2)
  })

  test('of an id that the model uses again belong to the later call, each to its own', () => {
    const history = [assistant('a'), result('a', 'first'), user('on'), assistant('a'), result('a', 'second')]
    expect(pairResults(history)).toEqual({ messages: history, repairs: [] })
  })

  test('are one per call, directly after it, for any history', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd')
    const message = fc.oneof(
      id.map(text => user(text)),
      id.map(callId => result(callId)),
      fc.uniqueArray(id).map(ids => assistant(...ids)),
    )
    fc.assert(
      fc.property(fc.array(message), history => {
        const { messages } = pairResults(history)
        for (const [index, given] of messages.entries()) {
          if (given.role !== 'assistant') continue
          const after = messages.slice(index + 1, index + 1 + given.calls.length)
          expect(after.map(m => m.role === 'result' && m.callId)).toEqual(given.calls.map(call => call.id))
        }
        const calls = messages.flatMap(m => (m.role === 'assistant' ? m.calls : []))
        expect(messages.filter(m => m.role === 'result')).toHaveLength(calls.length)
      }),
    )
  })
})
