import type * as z from 'zod'
import type { OPERATIONS, OperationName } from '@/lib/domain/contract'
import type { Person } from '@/lib/domain/person'
import type { Refusal } from '@/lib/domain/problem'
import type { Deps } from '@/lib/run/deps'
import type { CurrentProcess, Working } from '@/lib/server/current-process'
import type { OnceKey } from '@/lib/store/idempotency-key'
import type { FileReply } from './file-reply'
import type { Reply } from './reply'

type Operations = typeof OPERATIONS

export type OpenName = {
  [N in OperationName]: Operations[N] extends { open: true } ? N : never
}[OperationName]
export type ClosedName = Exclude<OperationName, OpenName>

type NameIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never
type Query<N extends OperationName> = Operations[N] extends { query: infer Q extends z.ZodType }
  ? z.output<Q>
  : undefined
type Body<N extends OperationName> = Operations[N] extends { body: infer B extends z.ZodType }
  ? z.output<B>
  : undefined

/** What an operation is asked for, read by the contract. */
export type Asked<N extends OperationName> = {
  current: CurrentProcess
  request: Request
  params: Record<NameIn<Operations[N]['path']>, string>
  query: Query<N>
  body: Body<N>
}

/** The same of one that needs a sign-in. `once` makes it repeatable. */
export type AskedBy<N extends OperationName> = Asked<N> & {
  working: Working
  deps: Deps
  person: Person
  once: OnceKey | undefined
}

type Answers<N extends OperationName> = Operations[N]['answers']
type Status<N extends OperationName> = keyof Answers<N> & number
type Shown<A> = A extends z.ZodType
  ? z.input<A>
  : A extends 'stream'
    ? ReadableStream<Uint8Array>
    : A extends readonly string[]
      ? FileReply
      : A
type IsOne<S, All = S> = S extends All ? ([All] extends [S] ? true : false) : never

/** What it answers with: the thing itself where there is one status, else a Reply; or a Refusal. */
export type Answer<N extends OperationName> =
  | Refusal
  | Response
  | Reply<Status<N>, Shown<Answers<N>[Status<N>]>>
  | (IsOne<Status<N>> extends true ? Shown<Answers<N>[Status<N>]> : never)
