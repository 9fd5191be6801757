/** What browsers are told with every answer: take it for what it says it is, and keep it to yourself. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** An answer to a program loads nothing where a browser shows it, and is shown in no page. */
export const NO_PAGE = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" } as const

/** Of the API, whose addresses the proxy does not see. */
export function withSecurityHeaders(answer: Response): Response {
  for (const [name, value] of Object.entries(API_HEADERS)) answer.headers.set(name, value)
  return answer
}

const API_HEADERS = { ...SECURITY_HEADERS, ...NO_PAGE }
