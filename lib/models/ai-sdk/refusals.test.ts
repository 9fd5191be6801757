import { describe, expect, test } from 'vitest'
import type { FailureReason } from '@/lib/domain/call/solution'
import type { WireName } from '@/test/wire/speech'
import { PROVIDERS } from '@/test/wire/start-wire-server'
import { ask, asked, failed, modelAt, wired } from '../testing/ask'

type Refusal = [
  status: number,
  body: unknown,
  reason: FailureReason,
  words: RegExp,
  headers?: Record<string, string>,
]

const openai = (message: string, code: string | null = null, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
})
const anthropic = (type: string, message: string) => ({ type: 'error', error: { type, message } })
const google = (status: string, message: string, details: unknown[] = []) => ({
  error: { code: 400, message, status, details },
})
const SECONDS = { 'retry-after': '7' }
const invalid = 'invalid_request_error'

const TOO_MANY = "Invalid 'tools': array too long. Expected an array with maximum length 128, but got 513."

const OPENAI: Refusal[] = [
  [401, openai('Incorrect API key: sk-te****6789.', 'invalid_api_key'), 'auth', /Check OPENAI_API_KEY/],
  [403, openai('Country not supported', 'unsupported_country_region_territory'), 'auth', /OPENAI_API_KEY/],
  [404, openai('The model `m` does not exist.', 'model_not_found'), 'unknown_model', /no model named/],
  [400, openai("The model 'm' does not exist.", 'model_not_found'), 'unknown_model', /no model named/],
  [429, openai('You exceeded your current quota.', 'insufficient_quota'), 'quota', /billing/],
  [429, openai('Limit', 'rate_limit_exceeded', 'tokens'), 'rate_limited', /no more requests/, SECONDS],
  [500, openai('The server had an error', null, 'server_error'), 'unavailable', /failed \(500\)/],
  [503, openai('Overloaded', null, 'server_error'), 'unavailable', /overloaded/],
  [400, openai('Your input exceeds it.', 'context_length_exceeded'), 'overflow', /longer than/],
  [400, openai(TOO_MANY, 'array_above_max_length'), 'bad_request', /fewer tools than.*Choose among them/],
  [400, openai('Your prompt was flagged', 'invalid_prompt'), 'bad_request', /flagged/],
]

const ANTHROPIC: Refusal[] = [
  [401, anthropic('authentication_error', 'invalid x-api-key'), 'auth', /Check ANTHROPIC_API_KEY/],
  [403, anthropic('permission_error', 'Not for you'), 'auth', /ANTHROPIC_API_KEY/],
  [404, anthropic('not_found_error', 'model: claude-opus-5-5'), 'unknown_model', /no model named/],
  [404, anthropic('not_found_error', 'Not found'), 'bad_request', /Check ANTHROPIC_BASE_URL/],
  [400, anthropic(invalid, 'Your credit balance is too low to access the API.'), 'quota', /billing/],
  [402, anthropic('billing_error', 'Pay first'), 'quota', /billing/],
  [429, anthropic('rate_limit_error', 'You have reached your API usage limits.'), 'quota', /billing/],
  [429, anthropic('rate_limit_error', 'Too many'), 'rate_limited', /no more/, SECONDS],
  [529, anthropic('overloaded_error', 'Overloaded'), 'unavailable', /overloaded \(529\)/],
  [500, anthropic('api_error', 'Internal server error'), 'unavailable', /failed \(500\)/],
  [413, anthropic('request_too_large', 'Request exceeds the maximum size'), 'overflow', /longer than/],
  [400, anthropic(invalid, 'prompt is too long: 3 tokens > 2 maximum'), 'overflow', /longer/],
  [400, anthropic(invalid, '`max_tokens` exceed context limit: 19 + 20 > 20'), 'overflow', /longer than/],
  [400, anthropic(invalid, 'messages.1: bad block'), 'bad_request', /bad block/],
]

const RETRY = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }
const INVALID = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }

const FULL = 'The input token count (3) exceeds the maximum number of tokens allowed (2).'

const GOOGLE: Refusal[] = [
  [400, google('INVALID_ARGUMENT', 'API key not valid.', [INVALID]), 'auth', /GOOGLE_GENERATIVE_AI_API_KEY/],
  [403, google('PERMISSION_DENIED', 'Denied'), 'auth', /GOOGLE_GENERATIVE_AI_API_KEY/],
  [404, google('NOT_FOUND', 'models/m is not found for API version v1beta.'), 'unknown_model', /no model/],
  [429, google('RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [RETRY]), 'rate_limited', /no more/],
  [429, google('RESOURCE_EXHAUSTED', 'You exceeded your current quota.'), 'quota', /billing/],
  [429, [google('RESOURCE_EXHAUSTED', 'Resource exhausted', [RETRY])], 'rate_limited', /exhausted/],
  [503, google('UNAVAILABLE', 'The model is overloaded.'), 'unavailable', /overloaded/],
  [500, google('INTERNAL', 'An internal error has occurred'), 'unavailable', /failed \(500\)/],
  [400, google('INVALID_ARGUMENT', FULL), 'overflow', /longer than/],
  [400, google('INVALID_ARGUMENT', 'Unknown name "x"'), 'bad_request', /Unknown name/],
]

const DATES = { date: 'Wed, 21 Oct 2026 07:28:00 GMT', 'retry-after': 'Wed, 21 Oct 2026 07:28:07 GMT' }

/** As the servers say it that speak like OpenAI: Ollama, llama.cpp, LM Studio, OpenRouter, Mistral, a proxy. */
const COMPATIBLE: Refusal[] = [
  [401, openai('Incorrect API key: sk-te****6789.'), 'auth', /Check COMPATIBLE_API_KEY/],
  [404, openai('model "small" not found, try pulling it first'), 'unknown_model', /small/],
  [400, { error: { message: 'small is not a valid model ID', code: 400 } }, 'unknown_model', /small/],
  [404, '<html>Not here</html>', 'bad_request', /Check COMPATIBLE_BASE_URL/],
  [402, openai('Insufficient credits'), 'quota', /billing/],
  [429, openai('Slow'), 'rate_limited', /no more/, { 'retry-after-ms': '7000', 'retry-after': '1' }],
  [429, openai('Slow'), 'rate_limited', /no more/, DATES],
  [429, openai('Quota', 'insufficient_quota'), 'quota', /billing/, SECONDS],
  [500, '', 'unavailable', /failed \(500\)/],
  [408, openai('Late'), 'unavailable', /408/],
  [308, '', 'bad_request', /https:\/\/elsewhere\.example\/v1/, { location: 'https://elsewhere.example/v1' }],
  [400, openai('Too much', null, 'exceed_context_size_error'), 'overflow', /longer/],
  [400, { error: 'Trying to keep the first 5000 tokens when context the overflows.' }, 'overflow', /longer/],
  [500, { error: '{"error":{"message":"input exceeds the context window"}}' }, 'overflow', /longer/],
  [400, openai("This endpoint's maximum context length is 8192 tokens."), 'overflow', /longer/],
  [400, { object: 'error', message: 'Too large for 32768 maximum context length' }, 'overflow', /longer/],
  [413, '<html>Request Entity Too Large</html>', 'overflow', /longer/],
  // Only the echoed conversation speaks of it.
  [422, { detail: [{ msg: 'odd', input: 'the maximum context length?' }] }, 'bad_request', /./],
]

const REFUSALS: Record<WireName, Refusal[]> = {
  openai: OPENAI,
  'openai-chat': OPENAI,
  anthropic: ANTHROPIC,
  google: GOOGLE,
  compatible: COMPATIBLE,
}

const MAY_REPEAT: FailureReason[] = ['rate_limited', 'unavailable']

const rows = PROVIDERS.map(([provider, model]) => [provider, `${provider}:${model}`] as const)

test.each(rows)('%s: each refusal is told as what it is, and asked for once', async (provider, id) => {
  const { server, ask } = await wired()
  const refusals = REFUSALS[provider]
  const told = []
  for (const [status, body, , words, headers = {}] of refusals) {
    const failure = failed(await ask(id, { fault: { kind: 'http', status, body, headers } }))
    expect(failure.message).toMatch(words)
    expect(failure.message).not.toContain('sk-te')
    told.push([status, body, failure.reason, failure.retryable, failure.retryAfterMs])
  }
  expect(told).toEqual(
    refusals.map(([status, body, reason]) => [
      ...[status, body, reason, MAY_REPEAT.includes(reason)],
      reason === 'rate_limited' ? 7000 : undefined,
    ]),
  )
  expect(server.requests).toHaveLength(refusals.length)
})

test.each([
  ["Invalid schema for function 'desk__say_it': 'None' is not of type 'object'."],
  ['tools.1.custom.input_schema: JSON schema is invalid.'],
  ['Invalid value at tools[0].function_declarations[1].parameters'],
])('a refusal of a tool says which one of which server: %s', async words => {
  const tools = ['desk__say', 'desk__say_it'].map(name => ({ name, description: '', schema: {} }))
  const { error } = openai(words)
  const failure = failed(
    await ask('compatible:small', { fault: { kind: 'http', status: 400, body: { error } } }, { tools }),
  )
  expect(failure.message).toContain('refused the tool say_it of the server desk (400)')
  expect(failure.codedText).toMatchObject({ parts: [{ code: 'failure.refusedTool' }] })
})

test('where there is no key, it is said that one is wanted, and none is sent', async () => {
  const { server } = await wired()
  const { baseUrl } = server.accounts.compatible
  const { model, name } = modelAt('compatible:small', { compatible: { baseUrl } })
  const failure = failed(await model(asked({ model: name })))
  expect(failure).toMatchObject({
    reason: 'auth',
    message: expect.stringContaining('Set COMPATIBLE_API_KEY'),
  })
})

const full = { code: 'context_length_exceeded', message: 'Too long', type: invalid }
const failedResponse = { type: 'response.failed', sequence_number: 2, response: { error: full } }
const windowFull = { type: 'message_delta', delta: { stop_reason: 'model_context_window_exceeded' } }

const CUT = { kind: 'eof', after: 'content' } as const

/** What is said within a stream instead of an answer. */
const WITHIN: [WireName, unknown, FailureReason, retryable?: true][] = [
  ['openai', failedResponse, 'overflow'],
  ['openai', { type: 'error', sequence_number: 2, error: full }, 'overflow'],
  ['openai-chat', { error: full }, 'overflow'],
  ['anthropic', anthropic(invalid, 'prompt is too long: 3 tokens > 2 maximum'), 'overflow'],
  ['anthropic', { ...windowFull, usage: { output_tokens: 1 } }, 'overflow'],
  ['google', google('INVALID_ARGUMENT', FULL), 'overflow'],
  ['compatible', { error: { message: 'The server had an error' } }, 'unavailable', true],
  ['compatible', { error: { message: 'Slow down', code: 429 } }, 'rate_limited', true],
  ['compatible', { error: { message: 'Overloaded', code: 529 } }, 'unavailable', true],
  ['compatible', { error: 'Model crashed' }, 'unavailable', true],
  ['compatible', { error: { message: 'Bad tool', type: invalid } }, 'bad_request'],
  [
    'compatible',
    { error: { message: 'Trying to keep the first 9000 tokens when context overflows.' } },
    'overflow',
  ],
  [
    'compatible',
    { error: 'The number of tokens to keep from the prompt is greater than the context length' },
    'overflow',
  ],
  ['compatible', { error: { message: 'Pay first', code: 'insufficient_quota' } }, 'quota'],
]

describe('an error within a stream', () => {
  test.each(rows)('%s: is told as what it is, before and after some output', async (provider, id) => {
    for (const [wire, error, reason, retryable = false] of WITHIN) {
      if (wire !== provider) continue
      for (const reply of [{}, { text: 'Half' }]) {
        const text = [error, { type: 'message_stop' }]
          .map(each => `data: ${JSON.stringify(each)}\n\n`)
          .join('')
        const failure = failed(await ask(id, { ...reply, inserts: [{ after: 'content', text }], fault: CUT }))
        expect([error, failure]).toMatchObject([error, { reason, retryable }])
      }
    }
  })
})
