import { isObject } from '@/lib/text/json/json-value'
import type { Call } from './call'
import type { JsonSchema } from './tool'

/**
 * What a server asks of a person while a Call runs there. It is kept as the arguments of a Call of its own, so that
 * the digest of what was shown covers the question and the schema of the answer alike. `tool`: what runs meanwhile.
 */
type Elicitation = { tool: string; message: string; requestedSchema: JsonSchema }

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
  const question = isElicitation(call) ? read(call.proposed.arguments) : null
  return question && { ...question, server: call.source.replace(/^mcp:/, '') }
}

/** The schema of the answer, by the arguments of the Call that asks for it. */
export const schemaAsked = (args: unknown): JsonSchema => read(args)?.requestedSchema ?? {}

/** Without a schema of its own, since browsers read it too. */
function read(args: unknown): Elicitation | null {
  if (!isObject(args)) return null
  const { tool, message, requestedSchema } = args
  return typeof tool === 'string' && typeof message === 'string' && isObject(requestedSchema)
    ? { tool, message, requestedSchema }
    : null
}
