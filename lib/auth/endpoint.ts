import { OPERATIONS, type OperationName } from '@/lib/domain/contract'
import type { Operation } from '@/lib/domain/operation'
import type { Person } from '@/lib/domain/person'
import { Refusal, refuse } from '@/lib/domain/problem'
import type { Deps } from '@/lib/run/deps'
import { errorFields } from '@/lib/run/error-fields'
import { type CurrentProcess, currentProcess } from '@/lib/server/current-process'
import type { RequestKey } from '@/lib/store/idempotency-key'
import { isUnreachable } from '@/lib/store/unreachable'
import { answerResponse } from './answer-response'
import { guardDoor, guardPerson } from './guard'
import { onceKey } from './once-key'
import type { Answer, Asked, AskedBy, ClosedName, OpenName } from './operation-types'
import { problemResponse } from './problem-response'
import { type Params, readInput, readParams, readQuery } from './read-request'
import { withSecurityHeaders } from './security-headers'
import { unreachable } from './unreachable'

/** A method of a route file, as Next calls it. */
export type Route = (request: Request, context: { params: Promise<Params> }) => Promise<Response>

/**
 * One operation of the contract behind its guard. In this order: host and origin, who asks, the body's type
 * and size, JSON, the contract; then the verb is asked, and its answer sent with the contract's status.
 */
export const endpoint = <N extends ClosedName>(
  name: N,
  verb: (asked: AskedBy<N>) => Promise<Answer<N>>,
): Route => endpointAhead(name, async () => undefined, verb)

type Ahead<N extends ClosedName, A> = (
  asked: Pick<AskedBy<N>, 'deps' | 'params'> & { once: RequestKey | undefined },
) => Promise<A>

/** The same, of which something can be asked `ahead`, while the body is still being read. */
export function endpointAhead<N extends ClosedName, A>(
  name: N,
  ahead: Ahead<N, A>,
  verb: (asked: AskedBy<N> & { ahead: Promise<A> }) => Promise<Answer<N>>,
): Route {
  return (request, context) =>
    serve(request, name, async current => {
      const person = await guardPerson(current, request)
      if (person instanceof Refusal) return person
      const working = await current.working()
      if (working instanceof Refusal) return working
      const { deps } = working
      const params = readParams(await context.params)
      const key = onceKey(request, person)
      const isFit = !(params instanceof Refusal || key instanceof Refusal)
      const sent = isFit ? sendAhead(ahead, { deps, params, once: key }) : undefined
      const read = await readAll(OPERATIONS[name], request, params)
      if (read instanceof Refusal) return read
      if (key instanceof Refusal) return key
      const once = key && { ...key, bodyHash: read.hash }
      const by = { current, request, working, deps, person, once, ahead: sent }
      // The contract says that what was read is what this operation is asked with.
      return verb({ ...by, ...read } as unknown as AskedBy<N> & { ahead: Promise<A> })
    })
}

/** What comes of it counts only if the request does. */
function sendAhead<N extends ClosedName, A>(
  ahead: Ahead<N, A>,
  asked: { deps: Deps; params: Record<string, string>; once: RequestKey | undefined },
): Promise<A> {
  const sent = ahead(asked as Parameters<Ahead<N, A>>[0])
  sent.catch(() => undefined)
  return sent
}

/** One that needs no sign-in, and works as far as the process does. `person`: who asks, where that is known. */
export function openEndpoint<N extends OpenName>(
  name: N,
  verb: (asked: Asked<N> & { person: Person | null }) => Promise<Answer<N>>,
): Route {
  return (request, context) =>
    serve(request, name, async current => {
      const known = await guardPerson(current, request)
      const person = known instanceof Refusal ? null : known
      const read = await readAll(OPERATIONS[name], request, readParams(await context.params))
      if (read instanceof Refusal) return read
      return verb({ current, request, person, ...read } as unknown as Asked<N> & { person: Person | null })
    })
}

/** What there is no operation for: told only to who is signed in. */
export const nowhere = (refusal: Refusal): Route => {
  return request =>
    serve(request, null, async current => {
      const person = await guardPerson(current, request)
      return person instanceof Refusal ? person : refusal
    })
}

/** Asks who is at the door, lets the work be done, and answers whatever happens. */
async function serve(
  request: Request,
  name: OperationName | null,
  work: (current: CurrentProcess) => Promise<unknown>,
): Promise<Response> {
  const current = currentProcess()
  const answering = (async () => {
    try {
      if (current.settings.role === 'worker' && name !== 'readHealth') return problemResponse(NOT_SERVED)
      const answer = guardDoor(current, request) ?? (await work(current))
      return answerResponse(name && OPERATIONS[name], answer)
    } catch (error) {
      return problemResponse(unexpected(current, { request, error }))
    }
  })()
  return current.during(answering.then(withSecurityHeaders))
}

const NOT_SERVED = refuse('not_found', 'This process runs sessions and serves nothing but /api/health.')

function unexpected(current: CurrentProcess, about: { request: Request; error: unknown }): Refusal {
  const fields = { method: about.request.method, path: new URL(about.request.url).pathname }
  if (isUnreachable(about.error)) {
    current.log('warn', 'The database cannot be reached', { ...fields, error: String(about.error) })
    return unreachable()
  }
  current.log('error', 'A request failed', { ...fields, ...errorFields(about.error) })
  return refuse('internal', 'Something broke here, and was logged. What you sent may not have been stored.')
}

async function readAll(operation: Operation, request: Request, params: ReturnType<typeof readParams>) {
  const input = await readInput(operation, request)
  if (input instanceof Refusal) return input
  if (params instanceof Refusal) return params
  const query = readQuery(operation, request.url)
  if (query instanceof Refusal) return query
  return { params, query, body: input.value, hash: input.hash }
}
