import { CALL_OPERATIONS } from './call-operations'
import { EVENT_OPERATIONS } from './event-operations'
import { HISTORY_OPERATIONS } from './history-operations'
import { INSTALLATION_OPERATIONS } from './installation-operations'
import { MEMORY_OPERATIONS } from './memory-operations'
import type { Operation } from './operation'
import { RECORD_OPERATIONS } from './record-operations'
import { RUN_OPERATIONS } from './run-operations'
import { SESSION_OPERATIONS } from './session-operations'
import { SIGN_IN_OPERATIONS } from './sign-in-operations'

/**
 * The public interface: every operation once, by its name. Route files (`lib/http/resource.ts`), the browser
 * (`lib/client/api/fetch-api.ts`) and the OpenAPI document are all derived from this table. A new operation is one entry
 * here and one handler in the route file of its path; the compiler asks for the second.
 */
export const OPERATIONS = {
  ...SESSION_OPERATIONS,
  ...HISTORY_OPERATIONS,
  ...MEMORY_OPERATIONS,
  ...RECORD_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...RUN_OPERATIONS,
  ...CALL_OPERATIONS,
  ...INSTALLATION_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof OPERATIONS
