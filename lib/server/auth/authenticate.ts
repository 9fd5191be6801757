import { isOwnToken, tokenHash } from '@/lib/agent/actions/people'
import { errorFields } from '@/lib/agent/process/error-fields'
import { orUnavailable } from '@/lib/agent/process/unavailable'
import { OWNER, type Person } from '@/lib/domain/contract/person'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { isAllowedHost, WRONG_HOST } from '@/lib/server/allowed-hosts'
import type { CurrentProcess } from '@/lib/server/current-process'
import { findAuthSession, noteSeen, wasSeenLately } from '@/lib/store/installation/auth-session'
import { findPerson, personWithToken } from '@/lib/store/installation/person'
import { bearerToken, readCookie, sameSecret, secretHash } from './cookie'

/**
 * Who sends a request, by the owner's token or by the cookie that was given for it. Pages have no other guard, so
 * the host is checked here too.
 */
export async function authenticate(current: CurrentProcess, headers: Headers): Promise<Person | Refusal> {
  if (!isAllowedHost(headers.get('host'), current.settings.hosts)) return WRONG_HOST
  const authorization = headers.get('authorization')
  if (authorization !== null) {
    const person = await personOf(current, bearerToken(authorization) ?? '')
    return person ?? wrongToken(current.failures.bearer.count())
  }
  const cookie = readCookie(headers, current.settings.origin)
  if (cookie === null) return refuse('unauthorized', { code: 'problem.signInFirst' })
  const working = await current.working()
  if (working instanceof Refusal) return working
  const { deps } = working
  const now = new Date(Date.now() + deps.clock.offsetMs)
  const boundTo = current.settings.signInBinding
  const session = await orUnavailable(deps, () =>
    findAuthSession(deps.db, secretHash(cookie), { boundTo, now }),
  )
  if (session instanceof Refusal) return session
  const person = session && (session.person === OWNER.id ? OWNER : await findPerson(deps.db, session.person))
  if (!session || !person) return refuse('unauthorized', { code: 'problem.signedOut' })
  if (!wasSeenLately(session, now)) {
    // The request does not wait for it, and a database that can only be read still lets people look.
    const update = noteSeen(deps.db, [session.tokenHash], now).catch(error =>
      current.log('warn', 'A sign-in was not noted', errorFields(error)),
    )
    void current.during(update, 'noteSeen')
  }
  return person
}

/** `retryAfter`: in how many seconds another one may be tried, where there were too many; else null. */
export const wrongToken = (retryAfter: number | null): Refusal =>
  retryAfter === null
    ? refuse('unauthorized', { code: 'problem.wrongToken' })
    : refuse('rate_limited', { code: 'problem.tooManyTokens' }, { retryAfter })

/** Who has this token: the owner, or somebody with one of their own. `tokenId`: the latter. Null for none. */
export async function personOf(
  current: CurrentProcess,
  token: string,
): Promise<(Person & { tokenId?: string }) | Refusal | null> {
  if (sameSecret(token, current.settings.token)) return OWNER
  if (!isOwnToken(token)) return null
  const working = await current.working()
  if (working instanceof Refusal) return working
  const { deps } = working
  const now = new Date(Date.now() + deps.clock.offsetMs)
  return orUnavailable(deps, () => personWithToken(deps.db, tokenHash(token), now))
}
