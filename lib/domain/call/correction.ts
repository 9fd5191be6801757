import * as z from 'zod'
import { Invocation } from './call'
import { Decision } from './decision'

/** The parts of a Decision that differ from the proposal. */
export const DecisionDifference = Decision.pick({
  tool: true,
  arguments: true,
  argumentsText: true,
  reason: true,
  result: true,
})

/** How a person changed a proposed Call. `text` says it in words. */
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
  decided: DecisionDifference,
})
export type Correction = z.infer<typeof Correction>
