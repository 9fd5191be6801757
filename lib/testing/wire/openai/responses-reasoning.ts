import * as z from 'zod'
import { belongingsOf, sameBelongings } from '../belongings'
import type { Ledger } from '../ledger'
import type { Objection } from '../protocol'
import { notStored } from './responses-items'
import type { ReasoningItem, ResponsesItem } from './responses-shape'

/** What `encrypted_content` holds: the item it is of, its summary, and the items that came with it. */
const Sealed = z.object({
  item: z.string(),
  summary: z.array(z.string()),
  belongings: z.unknown(),
})

export const sealReasoning = (ledger: Ledger, sealed: z.infer<typeof Sealed>): string =>
  ledger.seal('responses', sealed)

export const callKey = (callId: string): string => `responses ${callId}`

/** Reasoning comes back as it was given out, before its own items; and in this loop, none is left out. */
export function reasoningObjection(items: ResponsesItem[], ledger: Ledger): Objection | null {
  const loopStart = items.findLastIndex(item => item.type === 'message' && item.role === 'user')
  for (const [index, item] of items.entries()) {
    const objection =
      item.type === 'reasoning'
        ? (changed(item, ledger) ?? detached(item, items.slice(index + 1), ledger))
        : index > loopStart
          ? missing(item, items.slice(0, index), ledger)
          : null
    if (objection) return { param: 'input', ...objection }
  }
  return null
}

function changed({ id, encrypted_content, summary }: ReasoningItem, ledger: Ledger): Objection | null {
  if (!encrypted_content) return notStored(id)
  const unverified = (reason: string): Objection => ({
    message: `The encrypted content for item ${id} could not be verified. Reason: ${reason}`,
    code: 'invalid_encrypted_content',
  })
  const sealed = Sealed.safeParse(ledger.open('responses', encrypted_content))
  if (!sealed.success) return unverified('Encrypted content could not be decrypted or parsed.')
  if (sealed.data.item !== id)
    return unverified('Encrypted content item_id did not match the target item id.')
  const texts = summary.map(({ text }) => text)
  return JSON.stringify(texts) === JSON.stringify(sealed.data.summary)
    ? null
    : unverified('The summary is not the one that was given out.')
}

function detached({ id, encrypted_content }: ReasoningItem, after: ResponsesItem[], ledger: Ledger) {
  const end = after.findIndex(item => !isAnswer(item))
  const own = end < 0 ? after : after.slice(0, end)
  const calls = own.flatMap(item => (item.type === 'function_call' ? [item.call_id] : []))
  const sealed = Sealed.parse(ledger.open('responses', encrypted_content ?? ''))
  return own.length > 0 && sameBelongings(sealed.belongings, belongingsOf(calls, own.map(textOf).join('')))
    ? null
    : { message: `Item '${id}' of type 'reasoning' was provided without its required following item.` }
}

const isAnswer = (item: ResponsesItem): boolean =>
  item.type === 'function_call' || (item.type === 'message' && item.role === 'assistant')

const textOf = (item: ResponsesItem): string =>
  item.type === 'message' && item.role === 'assistant'
    ? item.content.map(part => (part.type === 'output_text' ? part.text : part.refusal)).join('')
    : ''

function missing(item: ResponsesItem, before: ResponsesItem[], ledger: Ledger): Objection | null {
  if (item.type !== 'function_call') return null
  const needed = ledger.needed(callKey(item.call_id))
  const start = before.findLastIndex(other => !isAnswer(other))
  const first = before[start]
  if (needed.length === 0 || (first?.type === 'reasoning' && needed.includes(first.id))) return null
  return {
    message:
      `Item '${item.id ?? item.call_id}' of type 'function_call' was provided without its required ` +
      `'reasoning' item: '${needed[0]}'.`,
  }
}
