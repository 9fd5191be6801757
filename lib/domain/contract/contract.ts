import type * as z from 'zod'
import { CALL_OPERATIONS } from './call-operations'
import { CHANNEL_OPERATIONS } from './channel-operations'
import { EVENT_OPERATIONS } from './event-operations'
import { HISTORY_OPERATIONS } from './history-operations'
import { INSTALLATION_OPERATIONS } from './installation-operations'
import { MEMORY_OPERATIONS } from './memory-operations'
import type { Operation } from './operation'
import { POLICY_OPERATIONS } from './policy-operations'
import { PROVIDER_OPERATIONS } from './provider-operations'
import { RECORD_OPERATIONS } from './record-operations'
import { RUN_OPERATIONS } from './run-operations'
import { SERVER_OPERATIONS } from './server-operations'
import { SESSION_OPERATIONS } from './session-operations'
import { SIGN_IN_OPERATIONS } from './sign-in-operations'
import { USAGE_OPERATIONS } from './usage-operations'

/**
 * The public interface: every operation once, by its name. What answers (`lib/server/api`), the browser
 * (`lib/client/api/fetch-api.ts`) and the OpenAPI document are all derived from this table. A new operation is one entry
 * here and one handler of that name in `lib/server/api`; the compiler asks for the second.
 */
export const OPERATIONS = {
  ...SESSION_OPERATIONS,
  ...HISTORY_OPERATIONS,
  ...MEMORY_OPERATIONS,
  ...RECORD_OPERATIONS,
  ...USAGE_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...RUN_OPERATIONS,
  ...CALL_OPERATIONS,
  ...POLICY_OPERATIONS,
  ...INSTALLATION_OPERATIONS,
  ...PROVIDER_OPERATIONS,
  ...SERVER_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
  ...CHANNEL_OPERATIONS,
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof OPERATIONS

type Operations = (typeof OPERATIONS)[OperationName]

/** The endpoint of an operation: `POST /api/sessions`. */
export type Endpoint = Operations['endpoint']
export type OperationOf<E extends Endpoint> = Extract<Operations, { endpoint: E }>

/** The names of the parts of a path that differ: `id` of `/api/sessions/{id}`. */
export type ParamName<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

/** The schema of an operation's query or body; `never` where it has none. */
export type SchemaOf<O, Part extends 'query' | 'body'> =
  O extends Record<Part, infer Schema extends z.ZodType> ? Schema : never
