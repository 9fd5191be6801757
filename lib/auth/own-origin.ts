/**
 * Whether a request that changes something comes from our own pages, or from a program, which sends neither
 * header. Another port of this host is another origin: browsers call it the same site and send our cookie.
 */
export function isOwnOrigin(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const origin = headers.get('origin')
  return origin === null || isOfHost(origin, headers.get('host') ?? '')
}

function isOfHost(origin: string, host: string): boolean {
  if (!/^https?:\/\/[^/@]+$/.test(origin) || !URL.canParse(origin)) return false
  const { protocol, host: named } = new URL(origin)
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === named
}
