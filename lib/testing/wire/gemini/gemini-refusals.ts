import type { Refused } from '../protocol'
import type { RefusalName } from '../refusal-name'

/** What Google answers where it does not answer, in its own words. */
export const GEMINI_REFUSALS: Record<RefusalName, Refused> = {
  wrong_key: {
    status: 401,
    message:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other ' +
      'valid authentication credential.',
  },
  forbidden: {
    status: 403,
    message: 'Your project has been denied access. Please contact support.',
  },
  unknown_model: {
    status: 404,
    message:
      'models/wire-model is not found for API version v1beta, or is not supported for generateContent.',
  },
  rate_limit: { status: 429, message: 'Resource has been exhausted (e.g. check quota).' },
  quota: {
    status: 429,
    message:
      'You exceeded your current quota, please check your plan and billing details. For more information on ' +
      'this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.',
  },
  overflow: {
    status: 400,
    message: 'The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).',
  },
  too_large: { status: 413, message: 'Request payload size exceeds the limit: 20971520 bytes.' },
  server_error: { status: 500, message: 'An internal error has occurred. Please retry.' },
  unavailable: { status: 503, message: 'The model is overloaded. Please try again later.' },
  overloaded: { status: 529, message: 'The model is overloaded. Please try again later.' },
}

const STATUS: Record<number, string> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  529: 'UNAVAILABLE',
}
const TYPE = 'type.googleapis.com/google.rpc'

/** How long to wait stands in the body; `code` is the reason that the details give. */
export function geminiErrorBody({ status, message, code, retryMs }: Refused): unknown {
  const details = [
    ...(code ? [{ '@type': `${TYPE}.ErrorInfo`, reason: code, domain: 'googleapis.com' }] : []),
    ...(retryMs === undefined ? [] : [{ '@type': `${TYPE}.RetryInfo`, retryDelay: `${retryMs / 1000}s` }]),
  ]
  const named = STATUS[status] ?? (status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT')
  return { error: { code: status, message, status: named, ...(details.length ? { details } : {}) } }
}
