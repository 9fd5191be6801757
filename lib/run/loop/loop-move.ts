import type { Instant } from '@/lib/domain/instant'
import type { RunningNames, Task } from './running-tasks'

/** What the loop does after it has looked: begin Tasks, wait for those in hand, drop some, or rest until a time. */
export type LoopMove =
  | { do: 'work'; tasks: Task[]; until: Instant | undefined }
  | { do: 'wait'; until: Instant | undefined }
  | { do: 'abort'; what: RunningNames }
  | { do: 'rest'; until: Instant | undefined }
