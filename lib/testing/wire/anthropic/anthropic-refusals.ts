import type { Refused } from '../protocol'
import type { RefusalName } from '../refusal-name'

/** What Anthropic answers where it does not answer, in its own words. */
export const ANTHROPIC_REFUSALS: Record<RefusalName, Refused> = {
  wrong_key: { status: 401, message: 'invalid x-api-key' },
  forbidden: {
    status: 403,
    message: 'Your API key does not have permission to use the specified resource.',
  },
  unknown_model: { status: 404, message: 'model: wire-model' },
  rate_limit: {
    status: 429,
    message:
      'This request would exceed your organization’s rate limit of 30,000 input tokens per minute. Please ' +
      'reduce the prompt length or the maximum tokens requested, or try again later.',
  },
  quota: {
    status: 429,
    message: 'You have reached your specified API usage limits. You will regain access on 2030-01-01.',
  },
  overflow: { status: 400, message: 'prompt is too long: 210000 tokens > 200000 maximum' },
  too_large: { status: 413, message: 'Request exceeds the maximum size' },
  server_error: { status: 500, message: 'Internal server error' },
  unavailable: { status: 503, message: 'Service Unavailable' },
  overloaded: { status: 529, message: 'Overloaded' },
}

const TYPES: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

export const anthropicErrorBody = ({ status, message, type }: Refused): unknown => ({
  type: 'error',
  error: {
    type: type ?? TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error'),
    message,
  },
  request_id: 'req_wire',
})
