import type { Call } from '@/lib/domain/call/call'
import type { StreamEvent } from '@/lib/domain/session/event'
import { isKnownEvent } from '@/lib/domain/session/event-kind'
import { canonicalJson } from '@/lib/json/json-text'
import type { LinkFault } from '@/lib/record/chain'
import { findCalls } from '@/lib/store/call/call'
import type { Tx } from '@/lib/store/connection/database'
import { eventsAt } from '@/lib/store/record/event'
import { type ToldCall, toldCalls } from '@/lib/store/record/record'

/** Calls that are compared at a time: each may hold some MB. */
const AT_ONCE = 10

/**
 * The first Call of a session that is not as its last Event says, where the record verifies. What people read is rows,
 * which may change: the record proves something of them only if they are the same. Null where they are.
 */
export async function callFault(tx: Tx, sessionId: string): Promise<LinkFault | null> {
  const all = await toldCalls(tx, sessionId)
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const fault = await faultAmong(tx, sessionId, all.slice(at, at + AT_ONCE))
    if (fault) return fault
  }
  return null
}

async function faultAmong(tx: Tx, sessionId: string, some: ToldCall[]): Promise<LinkFault | null> {
  const seqs = some.flatMap(({ seq }) => seq ?? [])
  const told = new Map((await eventsAt(tx, sessionId, seqs)).map(event => [event.seq, event]))
  const ids = some.map(({ callId }) => callId)
  const kept = new Map((await findCalls(tx, ids)).map(call => [call.id, call]))
  for (const { callId, seq } of some) {
    const event = seq === null ? undefined : told.get(seq)
    const reason = event ? differenceFrom(event, kept.get(callId)) : 'the record does not know of it.'
    if (reason !== null) return { seq: seq ?? 1, reason: `Call ${callId}: ${reason}` }
  }
  return null
}

/** In words; null where the Call is as the Event says, or a newer version wrote that. */
function differenceFrom(event: StreamEvent, call: Call | undefined): string | null {
  if (!isKnownEvent(event)) return null
  if (!('call' in event.data) || event.data.call.id !== call?.id) return 'what the record says of it is gone.'
  const [told, kept] = [partsOf(event.data.call), partsOf(call)]
  const part = Object.keys(told).find(name => told[name] !== kept[name])
  return part === undefined ? null : `what is kept of its ${part} is not what the record says.`
}

/** Each as the text of its JSON, where what is undefined is not there. */
function partsOf({ schema: _, ...call }: Call): Record<string, string> {
  const { effective } = call
  // An older version also kept how it had been written, which is of the proposal.
  const ran = effective && { tool: effective.tool, argumentsText: effective.argumentsText }
  const parts: object = JSON.parse(JSON.stringify({ ...call, effective: ran }))
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, canonicalJson(part)]))
}
