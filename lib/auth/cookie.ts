/** How long a browser stays signed in. */
export const SIGNED_IN_MS = 30 * 24 * 60 * 60 * 1000

/** Browsers give a cookie to every port of a host, so that servers side by side need names of their own. */
const nameOf = (headers: Headers): string =>
  `countersign-${/:(\d+)$/.exec(headers.get('host') ?? '')?.[1] ?? 'session'}`

/** The cookie's value; null where there is none. */
export function readCookie(headers: Headers): string | null {
  const name = nameOf(headers)
  const pairs = (headers.get('cookie') ?? '').split(';').map(pair => pair.trim())
  const found = pairs.find(pair => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1) || null
}

/** A Set-Cookie header: scripts cannot read it, other sites do not send it, and over TLS nobody overhears it. */
export const cookieHeader = (request: Request, value: string): string =>
  [
    `${nameOf(request.headers)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${value === '' ? 0 : SIGNED_IN_MS / 1000}`,
    ...(isSecure(request) ? ['Secure'] : []),
  ].join('; ')

const isSecure = (request: Request): boolean =>
  new URL(request.url).protocol === 'https:' ||
  request.headers.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https'
