import { turnAfter } from '@/lib/domain/job'
import { EVENTS, type Event, type EventType, isEventType, type StreamEvent } from '@/lib/domain/session/event'
import type { Sql } from '../connection/sql'
import { stored } from '../connection/stored'
import { dataByChanges } from './event-changes'
import { dataByContents } from './event-contents'
import { type EventRecord, type EventRow, type Fields, jsonIn, readEventRow } from './event-row'

/**
 * Events as they are told, with their rows. One that this program does not know, or that cannot be read, is told as it
 * is kept: it stands in nobody's way.
 */
export async function readEvents(
  sql: Sql,
  rows: unknown[],
): Promise<{ row: EventRow; event: StreamEvent }[]> {
  const records: EventRecord[] = []
  for (const columns of rows) {
    const record = readEventRow(columns)
    records.push(record)
    await turnAfter(record.row.payload.length)
  }
  const [wholes, changes] = [true, false].map(whole => records.filter(({ row }) => row.whole === whole))
  const data = new Map([
    ...(await dataByContents(sql, wholes ?? [])),
    ...(await dataByChanges(sql, changes ?? [])),
  ])
  return records.map(record => ({ row: record.row, event: toEvent(record, data.get(record) ?? null) }))
}

/** `data`: null where it cannot be told as what it is. */
function toEvent({ row, payload }: EventRecord, data: Fields | null): StreamEvent {
  const { type, seq, at } = row
  const sessionId = type === 'session.deleted' && payload ? String(payload.sessionId) : row.chain
  const event = (fields: Fields): StreamEvent => ({ type, sessionId, seq, at, data: fields }) as StreamEvent
  if (!payload) return event({ payload: jsonIn(row.payload), unknown: true })
  if (!isEventType(type) || !data) return event({ ...payload, unknown: true })
  return event(readEventData(type, data) ?? { ...data, unknown: true })
}

/** What an Event of a known kind tells; null where that cannot be read. */
const readEventData = (type: EventType, payload: object): Event['data'] | null => READERS[type](payload)

const READERS = Object.fromEntries(
  Object.entries(EVENTS).map(([type, schema]) => [type, stored(schema, { keys: 'own' })]),
) as Record<EventType, (payload: object) => Event['data'] | null>
