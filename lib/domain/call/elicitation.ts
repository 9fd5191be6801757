import * as z from 'zod'
import type { Call } from './call'
import { JsonSchema } from './tool'

/**
 * What a server asks of a person while a Call runs there. It is kept as the arguments of a Call of its own, so that
 * the digest of what was shown covers the question and the schema of the answer alike. `tool`: what runs meanwhile.
 */
export const Elicitation = z.object({ tool: z.string(), message: z.string(), requestedSchema: JsonSchema })
export type Elicitation = z.infer<typeof Elicitation>

/** For how long a server may wait for an answer. */
export const ELICITATION_MS = 600_000

/** Whether a Call is a question of a server: nothing of it runs, and only an answer or a denial settles it. */
export const isElicitation = (call: Pick<Call, 'parentCallId'>): boolean => call.parentCallId !== undefined

/** The Call by which a server asks. */
export const elicitTool = (server: string): string => `${server}__elicit`

/** The question of a Call that is one, and who asks it; null where it cannot be read. */
export function questionOf(
  call: Pick<Call, 'parentCallId' | 'proposed' | 'source'>,
): (Elicitation & { server: string }) | null {
  const { data } = Elicitation.safeParse(call.proposed.arguments)
  return data && isElicitation(call) ? { ...data, server: call.source.replace(/^mcp:/, '') } : null
}

/** The schema of the answer, by the arguments of the Call that asks for it. */
export const schemaAsked = (args: unknown): JsonSchema =>
  Elicitation.safeParse(args).data?.requestedSchema ?? {}
