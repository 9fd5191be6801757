import * as z from 'zod'
import { CallSet } from '../call/call'
import { OptionalText } from '../coded-text'
import { ContextMeter } from '../run/compaction'
import { QueueItem } from '../run/message'
import { Run } from '../run/run'
import { Usage } from '../run/usage'
import { Entry } from './entry'
import { Plan } from './plan'
import { Session } from './session'
import { State } from './state'

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
  stateRevision: z.int(),
  usage: Usage,
  /** The size of what the model was last sent; absent before the first answer. */
  context: ContextMeter.optional(),
  /** Where the record of the session was found broken; `stops`: nothing more is added to it. */
  record: z
    .object({ seq: z.int(), reason: z.string(), stops: z.boolean(), codedText: OptionalText })
    .optional(),
})
export type SessionView = z.infer<typeof SessionView>
