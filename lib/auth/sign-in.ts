import { randomBytes } from 'node:crypto'
import { OWNER } from '@/lib/domain/person'
import { Refusal, refuse } from '@/lib/domain/problem'
import type { CurrentProcess } from '@/lib/server/current-process'
import { insertAuthSession, removeAuthSession, removeExpiredAuthSessions } from '@/lib/store/auth-session'
import type { Database } from '@/lib/store/database'
import { addressOf } from './address'
import { ASKED_PAGE } from './asked-page'
import { cookieHeader, readCookie, SIGNED_IN_MS } from './cookie'
import { sameSecret, secretHash } from './same-secret'

/**
 * Exchanges the owner's token for a fresh cookie and goes on to the page, whose address no longer has it. A
 * wrong one brings a browser to the page's sign-in, and tells a program so.
 */
export async function signIn(
  current: CurrentProcess,
  request: Request,
  query: { token: string; to: string },
): Promise<Response | Refusal> {
  const address = request.headers.get(ASKED_PAGE)
  const asked = pageOf(address ?? query.to)
  if (!asked) return refuse('invalid_request', 'The page is none of this server.')
  const { page } = asked
  const token = address === null ? query.token : asked.token
  if (!sameSecret(token, current.settings.token)) return wrongToken(current, request, page)
  const working = await current.working()
  if (working instanceof Refusal) return working
  const { db, clock } = working.deps
  const now = Date.now() + clock.offsetMs
  const cookie = randomBytes(32).toString('base64url')
  const before = readCookie(request.headers)
  if (before) await removeAuthSession(db, secretHash(before))
  await removeExpiredAuthSessions(db, new Date(now))
  await insertAuthSession(db, {
    tokenHash: secretHash(cookie),
    person: OWNER.id,
    createdAt: new Date(now),
    expiresAt: new Date(now + SIGNED_IN_MS),
  })
  return goTo(page, { 'set-cookie': cookieHeader(request, cookie) })
}

function wrongToken(current: CurrentProcess, request: Request, page: URL): Response | Refusal {
  const retryAfter = current.failures.signIn.count(addressOf(request.headers))
  if (request.headers.get('accept')?.includes('text/html')) {
    page.searchParams.set('sign-in', retryAfter === null ? 'failed' : 'limited')
    return goTo(page)
  }
  return retryAfter === null
    ? refuse('unauthorized', 'This is not the access token.')
    : refuse('rate_limited', 'Too many wrong tokens. Try again later.', { retryAfter })
}

const NOBODY = 'http://page.invalid'

/** A page of this server, less the token in its address and earlier failures; null for what is none. */
function pageOf(path: string): { page: URL; token: string } | null {
  if (!path.startsWith('/') || !URL.canParse(path, NOBODY)) return null
  const page = new URL(path, NOBODY)
  const token = page.searchParams.get('token') ?? ''
  page.searchParams.delete('token')
  page.searchParams.delete('sign-in')
  const isOurs = page.origin === NOBODY && !/^\/(\/|(api|_next)(\/|$))/.test(page.pathname)
  return isOurs ? { page, token } : null
}

/** The address is relative: whatever name the browser knows us by, it stays with it. */
const goTo = (page: URL, headers: Record<string, string> = {}): Response =>
  new Response(null, {
    status: 303,
    headers: { location: `${page.pathname}${page.search}`, 'cache-control': 'no-store', ...headers },
  })

/** Forgets the cookie of a request, here and in the browser. */
export async function signOut(db: Database, request: Request): Promise<Response> {
  const cookie = readCookie(request.headers)
  if (cookie) await removeAuthSession(db, secretHash(cookie))
  return new Response(null, {
    status: 204,
    headers: { 'set-cookie': cookieHeader(request, ''), 'cache-control': 'no-store' },
  })
}
