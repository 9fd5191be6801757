import type * as z from 'zod'
import {
  type MethodAt,
  OPERATIONS,
  type OperationAt,
  type ParamName,
  type Path,
  type SchemaOf,
} from '@/lib/domain/contract/contract'
import type { Method, Operation } from '@/lib/domain/contract/operation'
import type { Person } from '@/lib/domain/contract/person'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import type { Deps } from '@/lib/run/process/deps'
import type { CurrentProcess, Working } from '@/lib/server/current-process'
import type { OnceKey } from '@/lib/store/connection/idempotency-key'
import { endpoint, type Route, refusing } from './endpoint'
import type { FileReply } from './file-reply'
import { readParams } from './path-params'
import type { StatusReply } from './reply'
import { withSecurityHeaders } from './security-headers'

/** A request as the contract reads it. */
type RequestOf<O extends Operation> = {
  current: CurrentProcess
  request: Request
  params: Record<ParamName<O['path']>, string>
  query: z.output<SchemaOf<O, 'query'>>
  body: z.output<SchemaOf<O, 'body'>>
}

/** The same, sent by somebody who is signed in. */
type SignedInRequest<O extends Operation> = RequestOf<O> & {
  person: Person
  working: Working
  deps: Deps
  /** Makes it repeatable. */
  once: OnceKey | undefined
  /** The revision that the change was made from; undefined where it may be any. */
  revision: O extends { ifMatch: true } ? number | undefined : undefined
  /** Aborts when the client has gone, and when the browser is no longer signed in. */
  signal: AbortSignal
}

type Input<O extends Operation> = O extends { open: true }
  ? RequestOf<O> & { person: Person | null }
  : SignedInRequest<O>

type Status<O extends Operation> = keyof O['answers'] & number
type Body<Answer> = Answer extends z.ZodType
  ? z.input<Answer>
  : Answer extends 'stream'
    ? ReadableStream<Uint8Array>
    : Answer extends readonly string[]
      ? FileReply
      : Answer
type IsOne<S, All = S> = S extends All ? ([All] extends [S] ? true : false) : never

/** The body alone where the contract has one status for it, else a StatusReply; or a Refusal. */
type Answer<O extends Operation> =
  | Refusal
  | Response
  | StatusReply<Status<O>, Body<O['answers'][Status<O>]>>
  | (IsOne<Status<O>> extends true ? Body<O['answers'][Status<O>]> : never)

type Handler<O extends Operation> = (input: Input<O>) => Promise<Answer<O>>

/** One for each method that the contract has at a path, no more and no fewer. */
type Handlers<P extends Path> = { [M in MethodAt<P>]: Handler<OperationAt<M, P>> }

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const satisfies Method[]
type Routes = Record<Method | 'HEAD' | 'OPTIONS', Route>

/** All methods of a route file. Those that its path does not have are refused by us, behind the guard, not by Next. */
export function resource<P extends Path>(path: P, handlers: Handlers<P>): Routes {
  const own: Partial<Record<Method, Route>> = {}
  for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
    if (operation.path !== path) continue
    // What is read by an operation's schemas is what its handler takes.
    const handle = handlers[operation.method as MethodAt<P>] as (input: object) => unknown
    own[operation.method] = endpoint({ name, operation, handle })
  }
  const allow = [...METHODS.filter(method => own[method]), ...(own.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  const other = ifParamsAreValid(refusing(refuse('method_not_allowed', `Here one can ${allow}.`, { allow })))
  const { GET = other, POST = other, PATCH = other, PUT = other, DELETE = other } = own
  return { GET, POST, PATCH, PUT, DELETE, HEAD: withoutBody(GET), OPTIONS: options(other, allow) }
}

/** All methods of an address that has no operations. */
export function notFoundRoutes(): Routes {
  const route = refusing(refuse('not_found', 'There is nothing at this path.'))
  return {
    GET: route,
    POST: route,
    PATCH: route,
    PUT: route,
    DELETE: route,
    HEAD: withoutBody(route),
    OPTIONS: route,
  }
}

/** With params that can name nothing it is `not_found`, whatever the method. */
const ifParamsAreValid =
  (route: Route): Route =>
  async (request, context) => {
    const params = readParams(await context.params)
    return params instanceof Refusal ? refusing(params)(request, context) : route(request, context)
  }

const withoutBody =
  (route: Route): Route =>
  async (request, context) => {
    const { status, headers, body } = await route(request, context)
    await body?.cancel()
    return new Response(null, { status, headers })
  }

const options =
  (other: Route, allow: string): Route =>
  async (request, context) => {
    const refusal = await other(request, context)
    if (refusal.status !== 405) return refusal
    const answer = new Response(null, { status: 204, headers: { allow, 'cache-control': 'no-store' } })
    return withSecurityHeaders(answer)
  }
