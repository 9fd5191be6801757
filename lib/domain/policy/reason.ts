import * as z from 'zod'
import { type CodedText, phrase, type StoredText, type TextCode } from '@/lib/messages/phrase'
import { CodedTextSchema } from '../coded-text'

/**
 * The one line that decided about a Call. `floor` is what no Rule and no Mode lets pass. `text` is English; page and
 * exports make it anew from `code` and `params`.
 */
export const Reason = z.object({
  by: z.object({
    type: z.enum(['rule', 'mode', 'floor', 'hook', 'person', 'control', 'schedule']),
    id: z.string(),
    name: z.string(),
  }),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), CodedTextSchema])).optional(),
  text: z.string(),
})
export type Reason = z.infer<typeof Reason>

export type ReasonCode = TextCode extends infer Code
  ? Code extends `reason.${infer Name}`
    ? Name
    : never
  : never

export function reasonBy(by: Reason['by'], name: ReasonCode, params?: CodedText['params']): Reason {
  const codedText: CodedText = { code: `reason.${name}`, ...(params && { params }) }
  return { by, ...codedText, text: phrase(codedText) }
}

/** What no Rule and no Mode lets pass; its name is that of its text. */
export const floorReason = (name: ReasonCode, params?: CodedText['params']): Reason =>
  reasonBy({ type: 'floor', id: name, name: 'Floor' }, name, params)

/** Settled or asked by the loop itself, not by a policy. */
export const controlReason = (name: ReasonCode): Reason =>
  reasonBy({ type: 'control', id: name, name: 'Countersign' }, name)

/** As the page says it in its reader's language. */
export const reasonText = ({ code, params }: Reason): StoredText => ({ code, ...(params && { params }) })
