import { OWNER, type Person } from '@/lib/domain/person'
import { Refusal, refuse } from '@/lib/domain/problem'
import { isAllowedHost } from '@/lib/server/allowed-hosts'
import type { CurrentProcess, Working } from '@/lib/server/current-process'
import { personOf } from '@/lib/store/auth-session'
import { isUnreachable } from '@/lib/store/unreachable'
import { addressOf } from './address'
import { readCookie } from './cookie'
import { isOwnOrigin } from './own-origin'
import { sameSecret, secretHash } from './same-secret'
import { unreachable } from './unreachable'

type Asked = Pick<Request, 'method' | 'headers'>

const WRONG_HOST = refuse('wrong_host', 'This server does not answer to that host name.')

/** Whether a request may come in at all, whoever sends it. */
export function guardDoor(current: CurrentProcess, { method, headers }: Asked): Refusal | null {
  if (!isAllowedHost(headers.get('host'), current.settings.hosts)) return WRONG_HOST
  const isSafe = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
  if (!isSafe && !isOwnOrigin(headers)) {
    return refuse('forbidden_origin', 'This request was sent by a page of another site.')
  }
  return null
}

/**
 * Who sends a request, by the owner's token or by the cookie that was given for it. Pages ask nothing else, so
 * that the host is looked at here too.
 */
export async function guardPerson(
  current: CurrentProcess,
  { headers }: Pick<Asked, 'headers'>,
): Promise<Person | Refusal> {
  if (!isAllowedHost(headers.get('host'), current.settings.hosts)) return WRONG_HOST
  const authorization = headers.get('authorization')
  if (authorization !== null) return byToken(current, headers, authorization)
  const cookie = readCookie(headers)
  if (cookie === null) return refuse('unauthorized', 'Sign in, or send the access token.')
  const working = await current.working()
  if (working instanceof Refusal) return working
  return byCookie(working, cookie)
}

async function byCookie({ deps }: Working, cookie: string): Promise<Person | Refusal> {
  try {
    const id = await personOf(deps.db, secretHash(cookie), new Date(Date.now() + deps.clock.offsetMs))
    return id === OWNER.id ? OWNER : refuse('unauthorized', 'You are no longer signed in.')
  } catch (error) {
    if (isUnreachable(error)) return unreachable()
    throw error
  }
}

function byToken(current: CurrentProcess, headers: Headers, authorization: string): Person | Refusal {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(authorization) ?? []
  if (sameSecret(token, current.settings.token)) return OWNER
  const retryAfter = current.failures.bearer.count(addressOf(headers))
  return retryAfter === null
    ? refuse('unauthorized', 'This is not the access token.')
    : refuse('rate_limited', 'Too many wrong tokens. Try again later.', { retryAfter })
}
