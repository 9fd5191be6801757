import { authenticate } from '@/lib/auth/authenticate'
import { readCookie, secretHash } from '@/lib/auth/cookie'
import type { Operation } from '@/lib/domain/contract/operation'
import type { Person } from '@/lib/domain/contract/person'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { isJobOverdue, isJobsFull } from '@/lib/domain/job'
import { errorFields } from '@/lib/run/process/error-fields'
import { holdsSecret, type Redaction, withoutSecrets } from '@/lib/run/process/redaction'
import { unavailable } from '@/lib/run/process/unavailable'
import { type CurrentProcess, currentProcess, type Working } from '@/lib/server/current-process'
import type { RequestKey } from '@/lib/store/connection/idempotency-key'
import { NotReadable } from '@/lib/store/connection/stored'
import { guardRequest } from './guard'
import { parseRequest } from './parse-request'
import { type PathParams, readParams } from './path-params'
import { problemResponse, toResponse, whileSignedIn } from './reply'
import { withSecurityHeaders } from './security-headers'

/** A method of a route file, as Next calls it. */
export type Route = (request: Request, context: { params: Promise<PathParams> }) => Promise<Response>

/**
 * An operation and what does it; without an operation, what is answered at an address or to a method that has none.
 * `resource` holds what goes in and what comes out to the contract.
 */
type Endpoint = {
  name: string
  operation: Operation | null
  handle: (input: object) => unknown
}

/** An operation behind its guard. */
export const endpoint =
  (target: Endpoint): Route =>
  (request, { params }) => {
    const current = currentProcess()
    return current.during(respond(current, target, { request, params }), target.name)
  }

/** For what there is no operation for: only people who are signed in are told so. */
export const refusing = (refusal: Refusal): Route =>
  endpoint({ name: 'nowhere', operation: null, handle: () => refusal })

type Incoming = { request: Request; params: Promise<PathParams> }

/** An answer, whatever happens. */
async function respond(current: CurrentProcess, target: Endpoint, incoming: Incoming): Promise<Response> {
  try {
    return withSecurityHeaders(await answer(current, target, incoming))
  } catch (error) {
    return withSecurityHeaders(problemResponse(refusalFor(error, current, incoming.request)))
  }
}

/**
 * In this order: host and origin, who sends it, the body's type and size, JSON, the contract. Only then is the handler
 * called.
 */
async function answer(current: CurrentProcess, target: Endpoint, incoming: Incoming): Promise<Response> {
  const { operation } = target
  if (current.settings.role === 'worker' && target.name !== 'readHealth') return problemResponse(NOT_SERVED)
  const refusal = guardRequest(current, incoming.request)
  if (refusal) return problemResponse(refusal)
  const person = await authenticate(current, incoming.request.headers)
  if (operation?.open) {
    const input = await openInput(current, operation, { ...incoming, person })
    return toResponse(operation, input instanceof Refusal ? input : await target.handle(input))
  }
  const input = await signedInInput(current, operation, { ...incoming, person })
  if (input instanceof Refusal) return problemResponse(input)
  const open = openRequest(current, input.working, incoming.request)
  const handling = async () => target.handle({ ...input, signal: open.signal })
  return whileSignedIn(operation, handling(), open)
}

/** Programs, which send the access token, may stay as long as they like. */
function openRequest({ settings }: CurrentProcess, { signIns }: Working, request: Request) {
  const cookie = request.headers.has('authorization') ? null : readCookie(request.headers, settings.origin)
  const { signal } = request
  if (cookie === null) return { signal, signedOut: null, forget: () => undefined }
  return signIns.open(secretHash(cookie), signal)
}

const NOT_SERVED = refuse('not_found', 'This process runs sessions and serves nothing but /api/health.')

/** What a handler gets, of which it is known here that somebody works. */
type SignedInInput = { working: Working } & Record<string, unknown>

type From = Incoming & { person: Person | Refusal }

/** What needs no sign-in is done as far as the process can do it. */
async function openInput(
  current: CurrentProcess,
  operation: Operation,
  { request, params, person }: From,
): Promise<object | Refusal> {
  const read = await parseRequest(operation, request, readParams(await params))
  if (read instanceof Refusal) return read
  return { current, request, ...read, person: person instanceof Refusal ? null : person }
}

async function signedInInput(
  current: CurrentProcess,
  operation: Operation | null,
  { request, params, person }: From,
): Promise<SignedInInput | Refusal> {
  if (person instanceof Refusal) return person
  const working = await current.working()
  if (working instanceof Refusal) return working
  if (!operation) return { working }
  const { deps } = working
  const names = withoutSecret(deps.redaction, readParams(await params))
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
    query: withoutSecrets(deps.redaction, read.query),
    once: key && { ...key, bodyHash: read.hash },
  }
}

/** What names something goes to the database as it is, so it may hold no secret; words of a search are masked. */
function withoutSecret<T extends Record<string, string> | RequestKey | undefined>(
  redaction: Redaction,
  names: T | Refusal,
): T | Refusal {
  if (names instanceof Refusal || names === undefined) return names
  const isFit = Object.values(names).every(name => !holdsSecret(redaction, name))
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

const BUSY = refuse(
  'unavailable',
  { code: 'problem.busy' },
  {
    retryAfter: 1,
  },
)
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
