import { belongingsOf, type SentCall, sentCalls } from '../belongings'
import type { Ledger } from '../ledger'
import type { Ask } from '../protocol'
import type { Reply } from '../reply'
import { callKey, sealReasoning } from './responses-reasoning'

/** The items of one answer. `shown` is null where reasoning has no summary. */
export type AnswerItem =
  | { kind: 'reasoning'; id: string; shown: string | null; encrypted: string | null }
  | { kind: 'message'; id: string; text: string; isRefusal: boolean }
  | { kind: 'call'; id: string; call: SentCall }

/** An answer as items with ids. Reasoning is sealed to what follows it, and each call is known to need it. */
export function answerItems(reply: Reply, ask: Ask, ledger: Ledger): { id: string; items: AnswerItem[] } {
  const number = ledger.next()
  const calls = sentCalls(reply, 'call', number)
  const text = reply.text ?? ''
  const reasons = ask.thoughts !== 'none' && Boolean(reply.reasoning ?? reply.redacted)
  const id = `rs_${number}`
  for (const call of calls) ledger.issue(callKey(call.id), reasons ? id : null)
  const shown = ask.thoughts === 'hidden' ? null : (reply.reasoning ?? null)
  const summary = shown === null ? [] : [shown]
  const belongings = belongingsOf(
    calls.map(call => call.id),
    text,
  )
  const encrypted = ask.wantsSeals ? sealReasoning(ledger, { item: id, summary, belongings }) : null
  return {
    id: `resp_${number}`,
    items: [
      ...(reasons ? [{ kind: 'reasoning' as const, id, shown, encrypted }] : []),
      ...(text
        ? [{ kind: 'message' as const, id: `msg_${number}`, text, isRefusal: reply.finish === 'refused' }]
        : []),
      ...calls.map((call, index) => ({ kind: 'call' as const, id: `fc_${number}_${index}`, call })),
    ],
  }
}
