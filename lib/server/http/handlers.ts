import type * as z from 'zod'
import type { Deps } from '@/lib/agent/process/deps'
import type { OPERATIONS, OperationName, ParamName, SchemaOf } from '@/lib/domain/contract/contract'
import type { Operation } from '@/lib/domain/contract/operation'
import type { Person } from '@/lib/domain/contract/person'
import type { Refusal } from '@/lib/domain/contract/problem'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import type { CurrentProcess, Working } from '../current-process'
import type { FileReply } from './file-reply'
import type { StatusReply } from './reply'

/** A request as the contract reads it. */
type RequestOf<O extends Operation> = {
  current: CurrentProcess
  request: Request
  params: Record<ParamName<O['endpoint']>, string>
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

/** What does each operation, by its name. */
export type Handlers = { [Name in OperationName]: Handler<(typeof OPERATIONS)[Name]> }
