import { plainAnthropic } from './plain/plain-anthropic'
import type { PlainClient } from './plain/plain-client'
import { plainGemini } from './plain/plain-gemini'
import { plainCompatible, plainOpenAiChat } from './plain/plain-openai-chat'
import { plainResponses } from './plain/plain-responses'
import type { RefusalName } from './refusal-name'

/** What differs between the protocols, as each of them is documented. */
type Expected = {
  client: PlainClient
  reasoning: string
  argumentsText: string
  finish: Record<'stop' | 'calls' | 'length' | 'filtered' | 'refused', string>
  usage: object
  errorType: Record<RefusalName, string>
  /** Status and words where the key is missing, and where it is wrong. Undefined: as OpenAI. */
  keys?: { missing: [number, string]; wrong: [number, string] }
}

export const OPENAI_KEYS: NonNullable<Expected['keys']> = {
  missing: [401, "You didn't provide an API key"],
  wrong: [401, 'invalid_api_key'],
}

const OPENAI_ERRORS: Record<RefusalName, string> = {
  wrong_key: 'invalid_api_key',
  forbidden: 'model_not_found',
  unknown_model: 'model_not_found',
  rate_limit: 'rate_limit_exceeded',
  quota: 'insufficient_quota',
  overflow: 'context_length_exceeded',
  too_large: 'request_too_large',
  server_error: 'server_error',
  unavailable: 'server_error',
  overloaded: 'server_error',
}
const CHAT = {
  argumentsText: '{"path": "a longer path/a.txt",  "size": 2}',
  finish: {
    stop: 'stop',
    calls: 'tool_calls',
    length: 'length',
    filtered: 'content_filter',
    refused: 'stop',
  },
  usage: {
    prompt_tokens: 90,
    completion_tokens: 40,
    total_tokens: 130,
    prompt_tokens_details: { cached_tokens: 30 },
    completion_tokens_details: { reasoning_tokens: 20 },
  },
  errorType: OPENAI_ERRORS,
}
/** The answer of the test of all protocols as each of them says it. */
export const EXPECTED: Expected[] = [
  { ...CHAT, client: plainCompatible, reasoning: 'Let me think about it' },
  { ...CHAT, client: plainOpenAiChat, reasoning: '' },
  {
    client: plainResponses,
    reasoning: 'Let me think about it',
    argumentsText: CHAT.argumentsText,
    finish: {
      stop: 'completed',
      calls: 'completed',
      length: 'max_output_tokens',
      filtered: 'content_filter',
      refused: 'completed',
    },
    usage: {
      input_tokens: 90,
      output_tokens: 40,
      total_tokens: 130,
      input_tokens_details: { cached_tokens: 30 },
      output_tokens_details: { reasoning_tokens: 20 },
    },
    errorType: OPENAI_ERRORS,
  },
  {
    client: plainAnthropic,
    reasoning: 'Let me think about it',
    argumentsText: CHAT.argumentsText,
    finish: {
      stop: 'end_turn',
      calls: 'tool_use',
      length: 'max_tokens',
      filtered: 'refusal',
      refused: 'refusal',
    },
    usage: {
      input_tokens: 60,
      output_tokens: 40,
      cache_read_input_tokens: 30,
      cache_creation_input_tokens: 0,
    },
    keys: { missing: [401, 'x-api-key header is required'], wrong: [401, 'authentication_error'] },
    errorType: {
      wrong_key: 'authentication_error',
      forbidden: 'permission_error',
      unknown_model: 'not_found_error',
      rate_limit: 'rate_limit_error',
      quota: 'usage limits',
      overflow: 'prompt is too long: 210000 tokens > 200000 maximum',
      too_large: 'request_too_large',
      server_error: 'api_error',
      unavailable: 'api_error',
      overloaded: 'overloaded_error',
    },
  },
  {
    client: plainGemini,
    reasoning: 'Let me think about it',
    argumentsText: '{"path":"a longer path/a.txt","size":2}',
    finish: {
      stop: 'STOP',
      calls: 'STOP',
      length: 'MAX_TOKENS',
      filtered: 'SAFETY',
      refused: 'PROHIBITED_CONTENT',
    },
    usage: {
      promptTokenCount: 90,
      cachedContentTokenCount: 30,
      candidatesTokenCount: 20,
      thoughtsTokenCount: 20,
      totalTokenCount: 130,
    },
    keys: { missing: [403, 'PERMISSION_DENIED'], wrong: [400, 'API_KEY_INVALID'] },
    errorType: {
      wrong_key: 'UNAUTHENTICATED',
      forbidden: 'PERMISSION_DENIED',
      unknown_model: 'NOT_FOUND',
      rate_limit: 'RESOURCE_EXHAUSTED',
      quota: 'You exceeded your current quota',
      overflow: 'exceeds the maximum number of tokens allowed',
      too_large: 'INVALID_ARGUMENT',
      server_error: 'INTERNAL',
      unavailable: 'UNAVAILABLE',
      overloaded: 'UNAVAILABLE',
    },
  },
]
