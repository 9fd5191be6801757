import * as z from 'zod'
import { Invocation } from './call'
import { Decision } from './decision'

/** What of a Decision differs from what was proposed. */
export const Decided = Decision.pick({
  ...{ tool: true, arguments: true, argumentsText: true, reason: true, result: true },
})

/** What a person made of a Call that was proposed otherwise. `text` says it in words. */
export const Correction = z.object({
  id: z.string(),
  sessionId: z.string(),
  sessionTitle: z.string(),
  runId: z.string().optional(),
  setId: z.string(),
  callId: z.string(),
  text: z.string(),
  proposed: Invocation,
  ...Decision.pick({ kind: true, by: true, at: true, void: true }).shape,
  decided: Decided,
})
export type Correction = z.infer<typeof Correction>
