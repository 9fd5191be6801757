import { describe, expect, test } from 'vitest'
import { ask, asked, compatible, failed } from '../testing/ask'
import { begin, finish, refuse, say, stream } from '../testing/chat-stream'
import { serve } from '../testing/serve'
import { compatible as kind } from './compatible'
import { createProvider } from './provider'

describe('no answer', () => {
  test('because nothing listens there', async () => {
    const server = await serve(() => {})
    await server.close()
    const failure = failed(await compatible(server.url).model(asked()))
    expect(failure).toMatchObject({ reason: 'network', retryable: true })
    expect(failure.message).toContain(server.url)
  })

  test('because the connection broke before it began', async () => {
    const answer = await ask(response => response.socket?.resetAndDestroy())
    expect(failed(answer)).toMatchObject({ reason: 'network', retryable: true })
  })

  test('because the server is silent before its headers', async () => {
    expect(failed(await ask(() => {}, { idleMs: 40 }))).toMatchObject({
      reason: 'idle',
      retryable: true,
      text: '',
    })
  })

  test('because the server is silent within its stream', async () => {
    expect(failed(await ask(begin(say('Half')), { idleMs: 400 }))).toMatchObject({
      reason: 'idle',
      retryable: true,
      text: 'Half',
    })
  })

  test('because the server sends nothing but comments', async () => {
    expect(failed(await ask(begin(': still here\n\n'), { idleMs: 60 }))).toMatchObject({
      reason: 'idle',
      text: '',
    })
  })

  test('because a fetch that knows no abort never returns', async () => {
    const deaf = createProvider(
      kind,
      { baseUrl: 'http://127.0.0.1:1', models: [] },
      { fetch: () => new Promise(() => {}), now: () => 0 },
    )
    expect(failed(await deaf.model(asked({ idleMs: 20 })))).toMatchObject({ reason: 'idle' })
  })

  test('because the caller stopped it, and the server sees that', async () => {
    const caller = new AbortController()
    const gone = Promise.withResolvers<void>()
    const answer = await ask(
      (response, request) => {
        request.socket.on('close', () => gone.resolve())
        begin(say('Half'))(response, request)
      },
      { signal: caller.signal, onDelta: () => caller.abort() },
    )
    expect(failed(answer)).toMatchObject({ reason: 'aborted', retryable: false, text: 'Half' })
    await gone.promise
  })

  test('because the caller had stopped before: nothing is sent', async () => {
    const server = await serve(stream(finish('stop')))
    const answer = await compatible(server.url).model(asked({ signal: AbortSignal.abort() }))
    expect(failed(answer)).toMatchObject({ reason: 'aborted' })
    expect(server.received).toHaveLength(0)
  })

  test('because a redirect leads elsewhere: it is not followed', async () => {
    const other = await serve(stream(finish('stop')))
    const server = await serve(refuse(307, '', { location: other.url }))
    expect(failed(await compatible(server.url).model(asked())).reason).toBe('bad_request')
    expect(other.received).toHaveLength(0)
  })

  test.each([
    [undefined, undefined, /Set COMPATIBLE_BASE_URL/],
    ['', undefined, /Set COMPATIBLE_BASE_URL/],
    ['localhost:1234', undefined, /COMPATIBLE_BASE_URL is not an address/],
    ['http://me:secret@localhost/v1', undefined, /must not hold a user/],
    ['http://localhost/v1?key=1', undefined, /no “\?”/],
    ['http://localhost/v1', 'two words', /COMPATIBLE_API_KEY holds characters/],
  ])('because it is configured as %s with key %s', async (baseUrl, apiKey, words) => {
    const provider = createProvider(kind, { baseUrl, apiKey, models: [] }, { fetch, now: () => 0 })
    expect(provider.unavailable()).toMatch(words)
    const failure = failed(await provider.model(asked()))
    expect(failure).toMatchObject({ reason: 'no_key', retryable: false })
    expect(failure.message).toMatch(words)
    expect(failure.message).not.toContain('secret')
  })
})
