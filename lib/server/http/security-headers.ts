/** With every answer: browsers neither guess its type nor show it, or where it came from, to other sites. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** An answer that is no page loads nothing if a browser shows it, and cannot be framed. */
export const NO_PAGE = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" } as const

/**
 * For the frame that draws diagrams, and its scripts: it has no origin, loads nothing but these, and stands in our pages
 * only. Without an origin it gets scripts by permission alone; they hold nothing of anybody's.
 */
export const IN_FIGURE = {
  'content-security-policy': [
    'sandbox allow-scripts',
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'unsafe-inline'`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'self'`,
  ].join('; '),
  'x-frame-options': 'SAMEORIGIN',
  'x-dns-prefetch-control': 'off',
  'access-control-allow-origin': '*',
} as const

/** For the API, whose addresses proxy.ts does not match. An answer may have a stricter policy of its own. */
export function withSecurityHeaders(answer: Response): Response {
  const own = answer.headers.has('content-security-policy') ? {} : NO_PAGE
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...own })) answer.headers.set(name, value)
  return answer
}

/**
 * What a page may load and run: our own scripts and styles, and inline ones only with the nonce of this very answer.
 * Style attributes are allowed because the server renders them. In development React evaluates code, and changes
 * arrive over a socket and as styles without a nonce.
 */
export function contentSecurityPolicy(nonce: string, { isDevelopment }: { isDevelopment: boolean }): string {
  const development = isDevelopment ? " 'unsafe-eval'" : ''
  return [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    isDevelopment ? `style-src 'self' 'unsafe-inline'` : `style-src 'self' 'nonce-${nonce}'`,
    `worker-src 'self'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' blob:`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    `frame-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ].join('; ')
}

/**
 * The header in which proxy.ts passes on the address that was requested, with its query: a page that it is rewritten
 * to does not know it otherwise. Anybody can send it, so it is trusted no more than an address.
 */
export const REQUESTED_PAGE = 'x-asked-page'
