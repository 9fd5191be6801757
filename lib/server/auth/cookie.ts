import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** How long a browser stays signed in. */
export const SIGNED_IN_MS = 30 * 24 * 60 * 60 * 1000

/** The address that people use, if it is configured. */
type PublicOrigin = string | undefined

/** An attempt to sign in by an issuer has a cookie too, which must reach us when the issuer leads back. */
type Purpose = '' | '-attempt'

const isSecure = (origin: PublicOrigin): boolean => origin?.startsWith('https:') ?? false

/**
 * Browsers send a cookie to every port of a host, so servers side by side need cookies of different names. Over TLS the
 * prefix guarantees that this very host has set it.
 */
function nameOf(headers: Headers, origin: PublicOrigin, purpose: Purpose): string {
  const host = origin !== undefined && isSecure(origin) ? new URL(origin).host : headers.get('host')
  const name = `countersign-${/:(\d+)$/.exec(host ?? '')?.[1] ?? 'session'}${purpose}`
  return isSecure(origin) ? `__Host-${name}` : name
}

/** The cookie's value; null if there is none. */
export function readCookie(headers: Headers, origin: PublicOrigin, purpose: Purpose = ''): string | null {
  const name = nameOf(headers, origin, purpose)
  const pairs = (headers.get('cookie') ?? '').split(';').map(pair => pair.trim())
  const own = pairs.find(pair => pair.startsWith(`${name}=`))
  return own?.slice(name.length + 1) || null
}

/** A Set-Cookie header: scripts cannot read it, other sites do not send it, and over TLS it is never sent in the clear. */
export const cookieHeader = (
  headers: Headers,
  origin: PublicOrigin,
  { value, purpose = '' }: { value: string; purpose?: Purpose },
): string =>
  [
    `${nameOf(headers, origin, purpose)}=${value}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${purpose === '' ? 'Strict' : 'Lax'}`,
    `Max-Age=${value === '' ? 0 : purpose === '' ? SIGNED_IN_MS / 1000 : 600}`,
    ...(isSecure(origin) ? ['Secure'] : []),
  ].join('; ')

/** The token in an Authorization header. */
export const bearerToken = (authorization: string | null): string | undefined =>
  /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]

/** What nobody guesses. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

/** Compares in constant time, which tells neither where two secrets differ nor how long they are. */
export const sameSecret = (guess: string, expected: string): boolean =>
  timingSafeEqual(digest(guess), digest(expected))

/** The form in which a secret is stored, to recognise it again. */
export const secretHash = (secret: string): string => digest(secret).toString('hex')

/** By what a browser is known that is signed in; programs, which send the access token, are one. */
export const browserHash = (headers: Headers, origin: PublicOrigin): string =>
  secretHash((headers.has('authorization') ? null : readCookie(headers, origin)) ?? '')
