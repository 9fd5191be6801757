import type * as z from 'zod'
import type { OPERATIONS, OperationName } from './contract'

type Operations = (typeof OPERATIONS)[OperationName]

export type Path = Operations['path']
export type MethodAt<P extends Path> = Extract<Operations, { path: P }>['method']
export type OperationAt<M, P> = Extract<Operations, { method: M; path: P }>

/** An operation as a request line names it: `POST /api/sessions`. */
export type Address = { [P in Path]: `${MethodAt<P>} ${P}` }[Path]
export type OperationOf<A extends Address> = A extends `${infer M} ${infer P}` ? OperationAt<M, P> : never

/** The names of the parts of a path that differ: `id` of `/api/sessions/{id}`. */
export type ParamName<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

/** The schema of an operation's query or body; `never` where it has none. */
export type SchemaOf<O, Part extends 'query' | 'body'> =
  O extends Record<Part, infer Schema extends z.ZodType> ? Schema : never
