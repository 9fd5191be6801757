import type { Refused } from '../protocol'
import type { RefusalName } from '../refusal-name'

const MODEL = 'wire-model'

/** What OpenAI answers where it does not answer, in its own words. */
export const OPENAI_REFUSALS: Record<RefusalName, Refused> = {
  wrong_key: {
    status: 401,
    message: 'Incorrect API key provided: wrong. You can find your API key in your account settings.',
    code: 'invalid_api_key',
  },
  forbidden: {
    status: 403,
    message: `Project \`proj_wire\` does not have access to model \`${MODEL}\`.`,
    code: 'model_not_found',
  },
  unknown_model: {
    status: 404,
    message: `The model \`${MODEL}\` does not exist or you do not have access to it.`,
    code: 'model_not_found',
  },
  rate_limit: {
    status: 429,
    message: 'Rate limit reached for wire-model on tokens per min (TPM): Limit 30000, Used 29000.',
    type: 'tokens',
    code: 'rate_limit_exceeded',
  },
  quota: {
    status: 429,
    message: 'You exceeded your current quota, please check your plan and billing details.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  },
  overflow: {
    status: 400,
    message:
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 " +
      'tokens. Please reduce the length of the messages.',
    param: 'messages',
    code: 'context_length_exceeded',
  },
  too_large: { status: 413, message: 'Request body is too large.', code: 'request_too_large' },
  server_error: {
    status: 500,
    message: 'The server had an error while processing your request. Sorry about that!',
  },
  unavailable: { status: 503, message: 'The engine is currently overloaded, please try again later.' },
  overloaded: { status: 529, message: 'Our servers are currently overloaded. Please try again later.' },
}

export function openAiErrorBody({ status, message, type, code, param }: Refused): unknown {
  const kind = type ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
  return { error: { message, type: kind, param: param ?? null, code: code ?? null } }
}
