import { expect } from 'vitest'
import { table } from '@/test/table'
import { MessageRefused, readMessages } from './read-messages'

const answer = { jsonrpc: '2.0', id: 3, result: { content: [] } }
const response = (members: object): string => JSON.stringify({ jsonrpc: '2.0', id: 3, ...members })

table<[string, unknown[]]>([
  [response(answer), [answer]],
  [response({ ...answer, error: null, took: 7 }), [answer]],
  [response({ result: { _meta: null, nextCursor: null, content: [], isError: null } }), [answer]],
  [
    response({ result: { capabilities: { tools: {}, prompts: null } } }),
    [{ ...answer, result: { capabilities: { tools: {} } } }],
  ],
  [response({ result: null }), [{ ...answer, result: {} }]],
  [response({ result: 'tea' }), [{ ...answer, result: { content: 'tea' } }]],
  [response({ error: 'no tea' }), [{ jsonrpc: '2.0', id: 3, error: { code: -32603, message: 'no tea' } }]],
  [response({ error: {} }), [{ jsonrpc: '2.0', id: 3, error: { code: -32603, message: '{}' } }]],
  [
    response({ error: { code: 'E7', message: 'no tea', data: 1 } }),
    [{ jsonrpc: '2.0', id: 3, error: { code: -32603, message: 'no tea', data: 1 } }],
  ],
  [response({ method: 'ping', params: null }), [{ jsonrpc: '2.0', id: 3, method: 'ping' }]],
  [JSON.stringify([answer, answer]), [answer, answer]],
])('a message is read with whatever a server adds to it, and null says nothing', (text, messages) =>
  expect(readMessages(text)).toEqual(messages),
)

table<[string, new (...args: never[]) => Error]>([
  ['{"level":30,"id":3,"result":"done"}', Error],
  ['{"id":3,"result":{}}', Error],
  ['Listening', SyntaxError],
  [`{"a":${'['.repeat(501)}`, MessageRefused],
  [`[${'{},'.repeat(50_000)}{}]`, MessageRefused],
])('what is no message is none, and what would take long is not read', (text, fault) =>
  expect(() => readMessages(text)).toThrow(fault),
)
