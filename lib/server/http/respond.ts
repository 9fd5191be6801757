import { isOwnToken, tokenHash } from '@/lib/agent/actions/people'
import { errorFields } from '@/lib/agent/process/error-fields'
import type { Redaction } from '@/lib/agent/process/redaction'
import { unavailable } from '@/lib/agent/process/unavailable'
import { endpointParts, type Operation } from '@/lib/domain/contract/operation'
import { hasRole, type Person, type PersonRole } from '@/lib/domain/contract/person'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { isJobOverdue, isJobsFull } from '@/lib/domain/job'
import { authenticate } from '@/lib/server/auth/authenticate'
import { bearerToken, readCookie, secretHash } from '@/lib/server/auth/cookie'
import { NotReadable } from '@/lib/store/connection/stored'
import type { RequestKey } from '@/lib/store/installation/idempotency-key'
import type { CurrentProcess, Working } from '../current-process'
import { guardRequest } from './guard'
import { parseRequest } from './parse-request'
import { readParams } from './path-params'
import { problemResponse, toResponse, UNWATCHED, whileSignedIn } from './reply'
import { withSecurityHeaders } from './security-headers'

/** An operation and what does it; without an operation, what is answered where there is none. */
export type BoundOperation = {
  name: string
  operation: Operation | null
  handle: (input: object) => unknown
}

/** `params`: the parts of the path that the operation names, as they were sent. */
type Incoming = { request: Request; params: Record<string, string> }

/** An answer, whatever happens; the process does not end before it is given. */
export const respond = (
  current: CurrentProcess,
  target: BoundOperation,
  incoming: Incoming,
): Promise<Response> =>
  current.during(
    answer(current, target, incoming)
      .catch(error => problemResponse(refusalFor(error, current, incoming.request)))
      .then(withSecurityHeaders),
    target.name,
  )

/**
 * In this order: host and origin, who sends it, the body's type and size, JSON, the contract. Only then is the handler
 * called.
 */
async function answer(
  current: CurrentProcess,
  target: BoundOperation,
  incoming: Incoming,
): Promise<Response> {
  const { operation } = target
  if (current.settings.role === 'worker' && !/^read(Health|Metrics)$/.test(target.name))
    return problemResponse(NOT_SERVED)
  const refusal = guardRequest(current, incoming.request)
  if (refusal) return problemResponse(refusal)
  const person = await authenticate(current, incoming.request.headers)
  if (operation?.open) {
    const { request, params } = incoming
    const read = await parseRequest(operation, request, readParams(params))
    if (read instanceof Refusal) return problemResponse(read)
    const input = { current, request, ...read, person: person instanceof Refusal ? null : person }
    return toResponse(operation, await target.handle(input))
  }
  if (operation && !(person instanceof Refusal) && !hasRole(person, roleFor(operation)))
    return problemResponse(
      refuse('forbidden', { code: 'problem.role', params: { role: roleFor(operation) } }),
    )
  const input = await signedInInput(current, operation, { ...incoming, person })
  if (input instanceof Refusal) return problemResponse(input)
  const { headers, signal } = incoming.request
  // The program that sends the owner's token may stay as long as it likes.
  const credential = credentialOf(current, headers)
  const { signIns } = input.working
  const open = credential === null ? { signal, ...UNWATCHED } : signIns.open(credential, signal)
  const handling = async () => target.handle({ ...input, signal: open.signal })
  return whileSignedIn(operation, handling(), open)
}

/** By what it is known that the sender may be here still; null for the owner's token. */
function credentialOf({ settings }: CurrentProcess, headers: Headers): string | null {
  const token = bearerToken(headers.get('authorization'))
  if (token !== undefined) return isOwnToken(token) ? tokenHash(token) : null
  const cookie = readCookie(headers, settings.origin)
  return cookie && secretHash(cookie)
}

/** Where an operation says nothing, viewers may read and reviewers do the rest. */
const roleFor = (operation: Operation): PersonRole =>
  operation.role ?? (endpointParts(operation).method === 'GET' ? 'viewer' : 'reviewer')

const NOT_SERVED = refuse(
  'not_found',
  'This process runs sessions and serves nothing but /api/health and /api/metrics.',
)

/** What a handler gets, of which it is known here that somebody works. */
type SignedInInput = { working: Working } & Record<string, unknown>

async function signedInInput(
  current: CurrentProcess,
  operation: Operation | null,
  { request, params, person }: Incoming & { person: Person | Refusal },
): Promise<SignedInInput | Refusal> {
  if (person instanceof Refusal) return person
  const working = await current.working()
  if (working instanceof Refusal) return working
  if (!operation) return { working }
  const { deps } = working
  const names = withoutSecret(deps.redaction, readParams(params))
  const key = withoutSecret(deps.redaction, idempotencyKey(request, person))
  const read = await parseRequest(operation, request, names)
  if (read instanceof Refusal) return read
  if (key instanceof Refusal) return key
  return {
    current,
    working,
    deps,
    request,
    person,
    ...read,
    query: deps.redaction.mask(read.query),
    once: key && { ...key, bodyHash: read.hash },
  }
}

/** What names something goes to the database as it is, so it may hold no secret; words of a search are masked. */
function withoutSecret<T extends Record<string, string> | RequestKey | undefined>(
  redaction: Redaction,
  names: T | Refusal,
): T | Refusal {
  if (names instanceof Refusal || names === undefined) return names
  const isFit = Object.values(names).every(name => !redaction.holdsSecret(name))
  return isFit ? names : refuse('invalid_request', 'The address or the Idempotency-Key holds a secret.')
}

/** The request as its Idempotency-Key makes it repeatable; undefined for one without. Only POST has any. */
function idempotencyKey({ method, headers, url }: Request, person: Person): RequestKey | undefined | Refusal {
  const key = headers.get('idempotency-key')
  if (key === null || method !== 'POST') return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    return refuse('invalid_request', 'An Idempotency-Key has 1 to 255 visible ASCII characters, no spaces.')
  }
  return { person: person.id, method, path: new URL(url).pathname, key }
}

const BUSY = refuse('unavailable', { code: 'problem.busy' }, { retryAfter: 1 })
const BROKEN = refuse('internal', { code: 'problem.broke' })

function refusalFor(error: unknown, current: CurrentProcess, { method, url }: Request): Refusal {
  const fields = { method, path: new URL(url).pathname }
  const away = unavailable(current.diskFull, error)
  if (away) {
    current.log('warn', away.detail, { ...fields, error: String(error) })
    return away
  }
  if (isJobsFull(error)) return BUSY
  if (isJobOverdue(error)) {
    current.log('warn', error.message, fields)
    return refuse('invalid_request', `This is too large to be examined, and was not stored. ${error.message}`)
  }
  if (error instanceof NotReadable) {
    current.log('warn', error.message, fields)
    return error.toRefusal()
  }
  current.log('error', 'A request failed', { ...fields, ...errorFields(error) })
  return BROKEN
}
