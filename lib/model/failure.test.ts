import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Endpoint, failureOf } from './failure'
import type { Fault } from './fault'

const endpoint: Endpoint = {
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

test('a full window is an overflow', () => {
  expect(failure({ kind: 'window_full' })).toMatchObject({ reason: 'overflow', retryable: false })
})

test('silence is told in seconds', () => {
  expect(failure({ kind: 'silence', ms: 120_000 }).message).toContain('sent nothing for 120 s.')
})

const said = (words: string) => ({ words, codes: [], body: '' })

test('a masked key is left out of what the server said about it', () => {
  const { message } = failure({
    kind: 'refused',
    status: 401,
    said: said('Wrong key: sk-se****3456.'),
    headers: {},
  })
  expect(message).toContain('“Wrong key: ⟦key⟧”')
})

test('a key that is an ordinary word is left where it stands', () => {
  const local = { ...endpoint, key: 'ollama' }
  const fault: Fault = { kind: 'refused', status: 500, said: said('ollama is tired'), headers: {} }
  expect(failureOf(fault, { endpoint: local, text: '', now: 0 }).message).toContain('“ollama is tired”')
})

test('a key at the end of what is quoted is not cut in two', () => {
  const words = `${'x'.repeat(395)}${endpoint.key}`
  expect(failure({ kind: 'unreadable', words }).message).not.toContain('sk-s')
})

const faults = (words: string): fc.Arbitrary<Fault> =>
  fc.oneof(
    fc.record({
      kind: fc.constant('refused' as const),
      status: fc.integer({ min: 300, max: 599 }),
      said: fc.constant(said(words)),
      headers: fc.constant({ location: `http://x/?key=${words}` }),
    }),
    fc.record({
      kind: fc.constant('error_frame' as const),
      status: fc.option(fc.integer({ min: 400, max: 599 }), { nil: undefined }),
      said: fc.constant(said(words)),
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
      const { retryable, retryAfterMs } = failure({ kind: 'refused', status, said: said('x'), headers })
      expect(retryAfterMs).toBe(retryable ? 3000 : undefined)
      expect(retryable).toBe([408, 409, 429].includes(status) || status >= 500)
    }),
  )
})
