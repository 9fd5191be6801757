/**
 * What a page may load and run: our own scripts and styles, and of those written into it only what carries the
 * nonce of this very answer. Style attributes are allowed, for the server renders them. In development React
 * evaluates code, and changes come in over a socket and as styles that know no nonce.
 */
export function contentSecurityPolicy(nonce: string, { isDevelopment }: { isDevelopment: boolean }): string {
  const development = isDevelopment ? " 'unsafe-eval'" : ''
  return [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    isDevelopment ? `style-src 'self' 'unsafe-inline'` : `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' blob:`,
    `font-src 'self'`,
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ].join('; ')
}
