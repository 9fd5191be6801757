import * as z from 'zod'
import { CallSet } from './call'
import { ContextMeter } from './compaction'
import { Entry } from './entry'
import { QueueItem } from './message'
import { Plan } from './plan'
import { Run } from './run'
import { Session } from './session'
import { State } from './state'
import { Usage } from './usage'

/**
 * A session as every tab sees it. `openSets` holds each set with a Call that is not settled, oldest first;
 * of these `pendingSets` are those with a Call that waits for a person, `pendingSet` the active Run's.
 */
export const SessionView = z.object({
  session: Session,
  seq: z.int(),
  transcript: z.array(Entry),
  activeRun: Run.optional(),
  lastRun: Run.optional(),
  openSets: z.array(CallSet),
  pendingSet: CallSet.optional(),
  pendingSets: z.array(CallSet),
  queue: z.array(QueueItem),
  plan: Plan,
  state: State,
  usage: Usage,
  /** How much the model was last shown; absent before the first answer. */
  context: ContextMeter.optional(),
})
export type SessionView = z.infer<typeof SessionView>
