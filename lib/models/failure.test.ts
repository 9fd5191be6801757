import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failureOf, type ModelEndpoint } from './failure'
import type { Fault } from './fault'

const endpoint: ModelEndpoint = {
  title: 'The server at http://127.0.0.1:1/v1',
  model: 'm',
  keyName: 'THE_KEY',
  addressName: 'THE_ADDRESS',
  key: 'sk-secret-123456',
}

const failure = (fault: Fault) => failureOf(fault, { endpoint, text: 'Half', now: 0 })

describe('what cannot be reached', () => {
  test.each<[string | undefined, string, boolean, RegExp]>([
    ['ECONNREFUSED', 'network', true, /refuses connections\. Is it running\? Check THE_ADDRESS/],
    ['ENOTFOUND', 'network', true, /name is not known/],
    ['ECONNRESET', 'network', true, /cannot be reached \(ECONNRESET\)/],
    ['UND_ERR_CONNECT_TIMEOUT', 'network', true, /cannot be reached/],
    ['UND_ERR_HEADERS_TIMEOUT', 'idle', true, /sent nothing/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'network', false, /certificate/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'network', false, /certificate/],
    [undefined, 'network', true, /cannot be reached \(odd\)/],
  ])('%s', (...[code, reason, retryable, words]) => {
    const found = failure({ kind: 'unreachable', code, words: 'odd' })
    expect(found).toMatchObject({ reason, retryable, message: expect.stringMatching(words), text: 'Half' })
  })
})

test('a full window is an overflow, and silence is told in seconds', () => {
  expect(failure({ kind: 'silence', ms: 120_000 }).message).toContain('sent nothing for 120 s.')
  expect(failure({ kind: 'window_full' })).toMatchObject({ reason: 'overflow', retryable: false })
})

test('what was sent is counted where the words of a full window have numbers', () => {
  const context = "This model's maximum context length is"
  for (const [words, tokens, window] of [
    ['prompt is too long: 210000 tokens > 200000 maximum', 210_000, 200_000],
    ['input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000', 188_240, 200_000],
    [`${context} 128,000 tokens. However, your messages resulted in 130,000 tokens.`, 130_000, 128_000],
    [
      `${context} 4096 tokens. However, you requested 5000 tokens (4500 in the messages, 500 in the completion).`,
      ...[4_500, 4_096],
    ],
    ['The input token count (12) exceeds the maximum number of tokens allowed (10).', 12, 10],
    ['request (5000 tokens) exceeds the available context size (4096 tokens)', 5_000, 4_096],
  ] as [string, number, number][]) {
    const found = failure({ kind: 'refused', status: 400, errorBody: said(words), headers: {} })
    expect([words, found]).toMatchObject([words, { reason: 'overflow', counts: { tokens, window } }])
  }
})

test('counts are told by codes too, and by no other refusal', () => {
  const body = '{"error":{"type":"exceed_context_size_error","n_prompt_tokens":5000,"n_ctx":4096}}'
  const full = { words: 'Too long', codes: ['exceed_context_size_error'], body }
  expect(failure({ kind: 'refused', status: 400, errorBody: full, headers: {} }).counts).toEqual({
    tokens: 5_000,
    window: 4_096,
  })
  const other = said('Rate limit reached: 210000 tokens > 200000 maximum')
  expect(failure({ kind: 'refused', status: 429, errorBody: other, headers: {} }).counts).toBeUndefined()
})

const said = (words: string) => ({ words, codes: [], body: '' })

test('of a key no part is told, masked or cut in two, but an ordinary word is left where it stands', () => {
  const refused = (status: number, words: string): Fault => ({
    kind: 'refused',
    status,
    errorBody: said(words),
    headers: {},
  })
  expect(failure(refused(401, 'Wrong key: sk-se****3456.')).message).toContain('“Wrong key: ⟦key⟧”')
  const words = `${'x'.repeat(395)}${endpoint.key}`
  expect(failure({ kind: 'unreadable', words }).message).not.toContain('sk-s')
  const local = { endpoint: { ...endpoint, key: 'ollama' }, text: '', now: 0 }
  expect(failureOf(refused(500, 'ollama is tired'), local).message).toContain('“ollama is tired”')
})

const faults = (words: string): fc.Arbitrary<Fault> =>
  fc.oneof(
    fc.record({
      kind: fc.constant('refused' as const),
      status: fc.integer({ min: 300, max: 599 }),
      errorBody: fc.constant(said(words)),
      headers: fc.constant({ location: `http://x/?key=${words}` }),
    }),
    fc.record({
      kind: fc.constant('error_frame' as const),
      status: fc.option(fc.integer({ min: 400, max: 599 }), { nil: undefined }),
      errorBody: fc.constant(said(words)),
    }),
    fc.constant<Fault>({ kind: 'unreadable', words }),
    fc.constant<Fault>({ kind: 'unsendable', words }),
    fc.constant<Fault>({ kind: 'unreachable', code: undefined, words }),
  )

test('whatever is said, the key is in no message, and no message is empty or long', () => {
  const words = fc.string().map(text => `${text}${endpoint.key}${text}`)
  fc.assert(
    fc.property(words.chain(faults), fault => {
      const { message } = failure(fault)
      expect(message).not.toContain(endpoint.key)
      expect(message.length).toBeGreaterThan(10)
      expect(message.length).toBeLessThan(900)
    }),
  )
})

test('only what may be repeated says when', () => {
  const headers = { 'retry-after': '3' }
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 599 }), status => {
      const { retryable, retryAfterMs } = failure({ kind: 'refused', status, errorBody: said('x'), headers })
      expect(retryAfterMs).toBe(retryable ? 3000 : undefined)
      expect(retryable).toBe([408, 409, 429].includes(status) || status >= 500)
    }),
  )
})
