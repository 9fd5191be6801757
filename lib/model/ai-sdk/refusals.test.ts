import { describe, expect, test } from 'vitest'
import type { FailureReason, ModelFailure } from '@/lib/domain/call/solution'
import { asked, failed } from '../testing/ask'
import { refuse, stream } from '../testing/chat-stream'
import { serve } from '../testing/serve'
import type { Speech } from '../testing/speech'
import { KEY, SPEECHES, speaker } from '../testing/speeches'

type Refusal = [
  status: number,
  body: unknown,
  expected: FailureReason,
  words: RegExp,
  headers?: Record<string, string>,
]

const openai = (message: string, code: string | null = null, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
})

const anthropic = (type: string, message: string) => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_1',
})

const google = (status: string, message: string, details: unknown[] = []) => ({
  error: { code: 400, message, status, details },
})

const OPENAI: Refusal[] = [
  [
    401,
    openai('Incorrect API key provided: sk-te****6789.', 'invalid_api_key'),
    'auth',
    /Check OPENAI_API_KEY/,
  ],
  [403, openai('Country not supported', 'unsupported_country_region_territory'), 'auth', /OPENAI_API_KEY/],
  [
    404,
    openai('The model `m` does not exist or you do not have access to it.', 'model_not_found'),
    'unknown_model',
    /no model named/,
  ],
  [
    400,
    openai("The requested model 'm' does not exist.", 'model_not_found'),
    'unknown_model',
    /no model named/,
  ],
  [
    429,
    openai(
      'You exceeded your current quota, please check your plan.',
      'insufficient_quota',
      'insufficient_quota',
    ),
    'quota',
    /billing/,
  ],
  [
    429,
    openai('Rate limit reached for m', 'rate_limit_exceeded', 'tokens'),
    'rate_limited',
    /no more requests/,
    { 'retry-after': '7' },
  ],
  [500, openai('The server had an error', null, 'server_error'), 'unavailable', /failed \(500\)/],
  [503, openai('The engine is currently overloaded', null, 'server_error'), 'unavailable', /overloaded/],
  [
    400,
    openai('Your input exceeds the context window of this model.', 'context_length_exceeded'),
    'overflow',
    /longer than/,
  ],
  [
    400,
    openai(
      "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 513 instead.",
      'array_above_max_length',
    ),
    'bad_request',
    /fewer tools than this session offers.*Choose among them/,
  ],
  [400, openai('Your prompt was flagged', 'invalid_prompt'), 'bad_request', /flagged/],
]

const ANTHROPIC: Refusal[] = [
  [401, anthropic('authentication_error', 'invalid x-api-key'), 'auth', /Check ANTHROPIC_API_KEY/],
  [403, anthropic('permission_error', 'Not for you'), 'auth', /ANTHROPIC_API_KEY/],
  [404, anthropic('not_found_error', 'model: claude-opus-5-5'), 'unknown_model', /no model named/],
  [404, anthropic('not_found_error', 'Not found'), 'bad_request', /Check ANTHROPIC_BASE_URL/],
  [
    400,
    anthropic('invalid_request_error', 'Your credit balance is too low to access the API.'),
    'quota',
    /billing/,
  ],
  [402, anthropic('billing_error', 'Pay first'), 'quota', /billing/],
  [
    429,
    anthropic('rate_limit_error', 'You have reached your specified API usage limits.'),
    'quota',
    /billing/,
  ],
  [429, anthropic('rate_limit_error', 'Too many'), 'rate_limited', /no more/, { 'retry-after': '7' }],
  [529, anthropic('overloaded_error', 'Overloaded'), 'unavailable', /overloaded \(529\)/],
  [500, anthropic('api_error', 'Internal server error'), 'unavailable', /failed \(500\)/],
  [413, anthropic('request_too_large', 'Request exceeds the maximum size'), 'overflow', /longer than/],
  [
    400,
    anthropic('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
    'overflow',
    /longer/,
  ],
  [
    400,
    anthropic(
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
    ),
    'overflow',
    /longer than/,
  ],
  [400, anthropic('invalid_request_error', 'messages.1: bad block'), 'bad_request', /bad block/],
]

const RETRY = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }
const INVALID = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }

const GOOGLE: Refusal[] = [
  [
    400,
    google('INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [INVALID]),
    'auth',
    /Check GOOGLE_GENERATIVE_AI_API_KEY/,
  ],
  [403, google('PERMISSION_DENIED', 'Denied'), 'auth', /GOOGLE_GENERATIVE_AI_API_KEY/],
  [
    404,
    google(
      'NOT_FOUND',
      'models/m is not found for API version v1beta, or is not supported for generateContent.',
    ),
    'unknown_model',
    /no model named/,
  ],
  [429, google('RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [RETRY]), 'rate_limited', /no more/],
  [429, google('RESOURCE_EXHAUSTED', 'You exceeded your current quota.'), 'quota', /billing/],
  [429, [google('RESOURCE_EXHAUSTED', 'Resource has been exhausted', [RETRY])], 'rate_limited', /exhausted/],
  [
    503,
    google('UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    'unavailable',
    /overloaded/,
  ],
  [500, google('INTERNAL', 'An internal error has occurred'), 'unavailable', /failed \(500\)/],
  [
    400,
    google(
      'INVALID_ARGUMENT',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ),
    'overflow',
    /longer than/,
  ],
  [400, google('INVALID_ARGUMENT', 'Unknown name "x"'), 'bad_request', /Unknown name/],
]

const REFUSALS: Record<string, Refusal[]> = {
  openai: OPENAI,
  'openai-chat': OPENAI,
  anthropic: ANTHROPIC,
  google: GOOGLE,
}

const MAY_REPEAT: FailureReason[] = ['rate_limited', 'unavailable']

const rows = SPEECHES.flatMap(([name, speech]) =>
  (REFUSALS[name] ?? []).map(refusal => ({ name, speech, refusal, status: refusal[0], reason: refusal[2] })),
)

const ask = async (speech: Speech, url: string): Promise<ModelFailure> =>
  failed(await speaker(speech, url).model(asked({ model: speech.model })))

test.each(rows)('$name: $status is $reason', async ({ speech, refusal }) => {
  const [status, body, reason, words, headers] = refusal
  const server = await serve(refuse(status, body, headers))
  const failure = await ask(speech, server.url)
  expect(failure).toMatchObject({ reason, retryable: MAY_REPEAT.includes(reason) })
  expect(failure.message).toMatch(words)
  expect(failure.message).not.toContain('sk-te')
  if (reason === 'rate_limited') expect(failure.retryAfterMs).toBe(7000)
  expect(server.received).toHaveLength(1)
})

describe.each(SPEECHES)('%s', (_, speech) => {
  test('never shows the key that a server echoes', async () => {
    const echo = JSON.stringify({
      error: { message: `Cannot use ${KEY}`, status: 'INTERNAL', type: 'x', code: 500 },
    })
    for (const answer of [refuse(500, echo), refuse(400, `Bad key ${KEY}`), stream(`data: ${echo}\n\n`)]) {
      const server = await serve(answer)
      expect((await ask(speech, server.url)).message).not.toContain(KEY)
    }
  })

  test('says where it was not reached', async () => {
    const server = await serve(() => {})
    await server.close()
    const failure = await ask(speech, server.url)
    expect(failure).toMatchObject({ reason: 'network', retryable: true })
    expect(failure.message).toContain(`Check ${speech.kind.variables.address}`)
  })
})

const OVERFLOWS: Record<string, string[]> = {
  openai: [
    '{"type":"response.failed","sequence_number":2,"response":{"error":{"code":"context_length_exceeded","message":"Your input exceeds the context window of this model."}}}',
    '{"type":"error","sequence_number":2,"error":{"type":"invalid_request_error","code":"context_length_exceeded","message":"Too long","param":"input"}}',
  ],
  'openai-chat': [
    '{"error":{"message":"Too long","type":"invalid_request_error","code":"context_length_exceeded"}}',
  ],
  anthropic: [
    '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 3 tokens > 2 maximum"}}',
    '{"type":"message_delta","delta":{"stop_reason":"model_context_window_exceeded","stop_sequence":null},"usage":{"output_tokens":1}}\n\ndata: {"type":"message_stop"}',
  ],
  google: [
    '{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"The input token count (3) exceeds the maximum number of tokens allowed (2)."}}',
  ],
}

test.each(SPEECHES)('%s tells of a full window also within its stream', async (name, speech) => {
  for (const frame of OVERFLOWS[name] ?? []) {
    for (const before of ['', speech.begin, speech.begin + speech.text('Half')]) {
      const server = await serve(stream(before, `data: ${frame}\n\n`))
      expect([before, await ask(speech, server.url)]).toMatchObject([
        before,
        { reason: 'overflow', retryable: false },
      ])
    }
  }
})
