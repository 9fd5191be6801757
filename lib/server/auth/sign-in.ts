import type { Person } from '@/lib/domain/contract/person'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import type { CurrentProcess, Working } from '@/lib/server/current-process'
import {
  insertAuthSession,
  removeAuthSession,
  removeExpiredAuthSessions,
} from '@/lib/store/installation/auth-session'
import { REQUESTED_PAGE } from '../http/security-headers'
import { personOf, wrongToken } from './authenticate'
import { cookieHeader, newSecret, readCookie, SIGNED_IN_MS, secretHash } from './cookie'

/**
 * Exchanges the owner's token for a fresh cookie and redirects to the page, without the token in its address. With a
 * wrong token a browser gets the page's sign-in, a program a problem.
 */
export async function signIn(
  current: CurrentProcess,
  request: Request,
  query: { token: string; to: string },
): Promise<Response | Refusal> {
  const address = request.headers.get(REQUESTED_PAGE)
  const target = pageOf(address ?? query.to)
  if (!target) return refuse('invalid_request', { code: 'problem.foreignPage' })
  const { page } = target
  const token = address === null ? query.token : target.token
  const person = await personOf(current, token)
  if (person instanceof Refusal) return person
  if (!person) return refuseToken(current, request, page)
  const working = await current.working()
  if (working instanceof Refusal) return working
  return goTo(page, { 'set-cookie': await openAuthSession({ current, working, request }, person) })
}

/** A fresh cookie for a browser, in place of the one that it had. */
export async function openAuthSession(
  { current, working, request }: { current: CurrentProcess; working: Working; request: Request },
  person: Person & { tokenId?: string },
  ms = SIGNED_IN_MS,
): Promise<string> {
  const { deps, signIns } = working
  const { db } = deps
  const now = Date.now() + deps.clock.offsetMs
  const cookie = newSecret()
  const before = readCookie(request.headers, current.settings.origin)
  if (before) await removeAuthSession(db, secretHash(before))
  await removeExpiredAuthSessions(db, new Date(now))
  await insertAuthSession(db, {
    id: deps.newId(),
    tokenHash: secretHash(cookie),
    person: person.id,
    tokenId: person.tokenId ?? null,
    boundTo: current.settings.signInBinding,
    userAgent: request.headers.get('user-agent')?.slice(0, USER_AGENT_CHARS) ?? null,
    createdAt: new Date(now),
    lastSeenAt: new Date(now),
    expiresAt: new Date(now + ms),
  })
  if (before) await signIns.check()
  return cookieHeader(request.headers, current.settings.origin, { value: cookie })
}

function refuseToken(current: CurrentProcess, request: Request, page: URL): Response | Refusal {
  const retryAfter = current.failures.signIn.count()
  if (request.headers.get('accept')?.includes('text/html')) {
    page.searchParams.set('sign-in', retryAfter === null ? 'failed' : 'limited')
    return goTo(page)
  }
  return wrongToken(retryAfter)
}

/** A longer User-Agent is cut. */
const USER_AGENT_CHARS = 300

const NOBODY = 'http://page.invalid'

/** A page of this server, without the token and earlier failures in its address; null if it is none of ours. */
function pageOf(path: string): { page: URL; token: string } | null {
  if (!path.startsWith('/') || !URL.canParse(path, NOBODY)) return null
  const page = new URL(path, NOBODY)
  const token = page.searchParams.get('token') ?? ''
  page.searchParams.delete('token')
  page.searchParams.delete('sign-in')
  const isOurs = page.origin === NOBODY && !/^\/(\/|(api|_next)(\/|$))/.test(page.pathname)
  return isOurs ? { page, token } : null
}

/** The page of ours at this path; the first one in place of another's. */
export const ourPage = (path: string): URL => pageOf(path)?.page ?? new URL(NOBODY)

/** The address of a page of ours is relative, so that the browser stays with the host name by which it knows us. */
export const goTo = (page: URL, headers: Record<string, string> = {}): Response =>
  new Response(null, {
    status: 303,
    headers: { location: page.href.replace(NOBODY, ''), 'cache-control': 'no-store', ...headers },
  })

/** Forgets the cookie of a request, on the server and in the browser. */
export async function signOut(
  current: CurrentProcess,
  working: Working,
  request: Request,
): Promise<Response> {
  const cookie = readCookie(request.headers, current.settings.origin)
  if (cookie) await removeAuthSession(working.deps.db, secretHash(cookie))
  await working.signIns.check()
  return signedOut(current, request)
}

/** An answer that removes the cookie from the browser. */
export const signedOut = (current: CurrentProcess, request: Request): Response =>
  new Response(null, {
    status: 204,
    headers: {
      'set-cookie': cookieHeader(request.headers, current.settings.origin, { value: '' }),
      'cache-control': 'no-store',
    },
  })
