import { describe, expect, test } from 'vitest'
import type { ModelFailure } from '@/lib/domain/call/solution'
import { ask, asked, failed, KEY } from '../testing/ask'
import { refuse } from '../testing/chat-stream'
import { type Answering, serve } from '../testing/serve'
import { compatible as kind } from './compatible'
import { createProvider } from './provider'

describe('a refusal over HTTP', () => {
  const error = (message: string, more: object = {}) => ({
    error: { message, type: 'x', param: null, code: null, ...more },
  })

  test.each<[string, Answering, Partial<ModelFailure>]>([
    [
      '401',
      refuse(401, error('Incorrect API key provided: sk-t****6789.')),
      { reason: 'auth', retryable: false, message: expect.stringContaining('Check COMPATIBLE_API_KEY') },
    ],
    ['403', refuse(403, error('Country not supported')), { reason: 'auth', retryable: false }],
    [
      '404 for the model',
      refuse(404, error('The model `small-model` does not exist', { code: 'model_not_found' })),
      { reason: 'unknown_model', retryable: false, message: expect.stringContaining('small-model') },
    ],
    [
      '404 for the model, as Ollama says it',
      refuse(404, error('model "small-model" not found, try pulling it first')),
      { reason: 'unknown_model' },
    ],
    [
      '400 for the model, as OpenRouter says it',
      refuse(400, error('small-model is not a valid model ID', { code: 400 })),
      { reason: 'unknown_model', retryable: false },
    ],
    [
      '404 for the address',
      refuse(404, '<html>Not here</html>', { 'content-type': 'text/html' }),
      {
        reason: 'bad_request',
        retryable: false,
        message: expect.stringContaining('Check COMPATIBLE_BASE_URL'),
      },
    ],
    [
      '400',
      refuse(400, error('tools[0] is odd')),
      { reason: 'bad_request', retryable: false, message: expect.stringContaining('tools[0] is odd') },
    ],
    ['402', refuse(402, error('Insufficient credits')), { reason: 'quota', retryable: false }],
    [
      '429 with seconds',
      refuse(429, error('Slow'), { 'retry-after': '7' }),
      { reason: 'rate_limited', retryable: true, retryAfterMs: 7000 },
    ],
    [
      '429 with milliseconds',
      refuse(429, error('Slow'), { 'retry-after-ms': '250', 'retry-after': '1' }),
      { reason: 'rate_limited', retryAfterMs: 250 },
    ],
    [
      '429 with a date',
      refuse(429, error('Slow'), {
        date: 'Wed, 21 Oct 2026 07:28:00 GMT',
        'retry-after': 'Wed, 21 Oct 2026 07:28:30 GMT',
      }),
      { reason: 'rate_limited', retryAfterMs: 30_000 },
    ],
    [
      '429 without a time',
      refuse(429, error('Slow')),
      { reason: 'rate_limited', retryable: true, retryAfterMs: undefined },
    ],
    [
      '429 for the quota',
      refuse(429, error('You exceeded your current quota', { code: 'insufficient_quota' }), {
        'retry-after': '1',
      }),
      { reason: 'quota', retryable: false, retryAfterMs: undefined },
    ],
    ['500', refuse(500, error('Oh')), { reason: 'unavailable', retryable: true }],
    ['500 without a body', refuse(500, ''), { reason: 'unavailable', retryable: true }],
    [
      '503 with a time',
      refuse(503, error('Busy'), { 'retry-after': '2' }),
      { reason: 'unavailable', retryAfterMs: 2000 },
    ],
    [
      '529',
      refuse(529, error('Overloaded')),
      { reason: 'unavailable', retryable: true, message: expect.stringContaining('overloaded (529)') },
    ],
    ['408', refuse(408, error('Late')), { reason: 'unavailable', retryable: true }],
    [
      '308',
      refuse(308, '', { location: 'https://elsewhere.example/v1/chat/completions' }),
      {
        reason: 'bad_request',
        retryable: false,
        message: expect.stringContaining('https://elsewhere.example/v1/chat/completions'),
      },
    ],
  ])('of %s', async (_, answer, expected) => {
    const failure = failed(await ask(answer))
    expect({ retryAfterMs: undefined, ...failure }).toMatchObject(expected)
    expect(failure.message).not.toContain('sk-t')
  })

  test.each<[string, Answering]>([
    [
      'OpenAI',
      refuse(
        400,
        error("This model's maximum context length is 8192 tokens.", { code: 'context_length_exceeded' }),
      ),
    ],
    [
      'vLLM',
      refuse(400, {
        object: 'error',
        message:
          "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens. Please reduce the length of the messages.",
        type: 'BadRequestError',
        code: 400,
      }),
    ],
    [
      'llama.cpp',
      refuse(400, {
        error: {
          code: 400,
          message: 'the request exceeds the available context size',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 9,
          n_ctx: 8,
        },
      }),
    ],
    ['LM Studio', refuse(400, { error: 'Trying to keep the first 5000 tokens when context the overflows.' })],
    [
      'Ollama',
      refuse(500, {
        error: '{"error":{"code":400,"message":"input is too large, exceeds the context window"}}',
      }),
    ],
    [
      'OpenRouter',
      refuse(400, error("This endpoint's maximum context length is 8192 tokens.", { code: 400 })),
    ],
    [
      'Mistral',
      refuse(400, {
        object: 'error',
        message: 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length',
        type: 'invalid_request_error',
      }),
    ],
    ['a proxy', refuse(413, '<html>Request Entity Too Large</html>')],
  ])('for a conversation that is too long, as %s says it', async (_, answer) => {
    expect(failed(await ask(answer))).toMatchObject({ reason: 'overflow', retryable: false })
  })

  test('is not taken for an overflow where only the echoed conversation speaks of one', async () => {
    const body = { detail: [{ loc: ['body'], msg: 'odd', input: 'what is the maximum context length?' }] }
    expect(failed(await ask(refuse(422, body)))).toMatchObject({ reason: 'bad_request' })
  })

  test('says without a key that one is wanted', async () => {
    const server = await serve(refuse(401, error('No key')))
    const answer = await createProvider(
      kind,
      { baseUrl: server.url, models: [] },
      { fetch, now: () => 0 },
    ).model(asked())
    expect(failed(answer)).toMatchObject({
      reason: 'auth',
      message: expect.stringContaining('Set COMPATIBLE_API_KEY'),
    })
    expect(server.received[0]?.headers.authorization).toBeUndefined()
  })

  test('never shows the key that a server echoes', async () => {
    const failure = failed(await ask(refuse(500, error(`Cannot use ${KEY} here`))))
    expect(failure.message).not.toContain(KEY)
  })
})
