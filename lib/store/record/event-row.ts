import * as z from 'zod'
import { objectIn } from '@/lib/text/json/json-value'
import { instant, optional } from '../connection/columns'

/** An Event as it is kept; `type` may be one that only others know. */
const EventRow = z.object({
  id: z.bigint(),
  xid: z.bigint(),
  place: z.int(),
  chain: z.string(),
  seq: z.int(),
  type: z.string(),
  subject: optional(z.string()),
  at: instant,
  payload: z.string(),
})
export type EventRow = z.infer<typeof EventRow>

export type Fields = Record<string, unknown>

/** A row, and what its payload says; null where that is no object. */
export type EventRecord = { row: EventRow; payload: Fields | null }

export function readEventRow(columns: unknown): EventRecord {
  const row = EventRow.parse(columns)
  return { row, payload: objectIn(row.payload) }
}

/** The part of an Event's data that its subject is told in. */
export function nounOf(type: string): 'run' | 'call' | 'entry' | null {
  if (type.startsWith('run.')) return 'run'
  if (type.startsWith('call.')) return 'call'
  return type.startsWith('message.') ? 'entry' : null
}
