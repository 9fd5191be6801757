import { turnAfter } from '@/lib/domain/job'
import type { Event, StreamEvent } from '@/lib/domain/session/event'
import { isKnownEvent } from '@/lib/domain/session/event-kind'
import { eventInFork, type ForkPoint, isInFork } from '@/lib/domain/session/fork'
import { linkHash } from '@/lib/record/chain'
import { insertBlobs } from '@/lib/store/call/contents'
import type { Tx } from '@/lib/store/connection/database'
import { Rows } from '@/lib/store/connection/rows'
import { NotReadable } from '@/lib/store/connection/stored'
import { eventsAfter, insertEvents, type StoredEvent } from '@/lib/store/record/event'
import { nounOf } from '@/lib/store/record/event-row'
import { payloadOf, type WrittenFields } from './payload'

const PAGE = 100

/**
 * Copies the record of a session up to an Event into the new chain of a fork: the same facts, numbers and times, told of
 * what has ids of its own there. `point` is told each of them. Gives the hash that the chain ends with.
 */
export async function copyRecord(
  tx: Tx,
  { from, to, seq, point }: { from: string; to: string; seq: number; point: ForkPoint },
): Promise<string> {
  for (let head = ''; ; ) {
    const page = await eventsAfter(tx, from, { after: point.seq, limit: PAGE })
    const end = page.findIndex(event => !isInFork(event, seq))
    const links: StoredEvent[] = []
    const rows = new Rows()
    const written: WrittenFields = new Map()
    for (const event of end === -1 ? page : page.slice(0, end)) {
      const link = await linkOf(toFork(event, to), { head, point, written })
      head = link.hash
      links.push(link)
      await turnAfter(link.payload.length)
    }
    insertBlobs(rows, to, [...new Set([...written.values()].filter(blob => blob !== null))])
    // The Events of a row are of one moment.
    for (const row of Map.groupBy(links, ({ at }) => at).values()) insertEvents(rows, row)
    await rows.write(tx)
    if (end !== -1 || page.length < PAGE) return head
  }
}

/** What is not known of a Call, a Run or an entry is not worked on. Any other fact is told as it is. */
function toFork(event: StreamEvent, forkId: string): StreamEvent {
  if (isKnownEvent(event)) return eventInFork(forkId, event)
  if (nounOf(event.type)) throw new NotReadable(`Event ${event.seq}`)
  return { ...event, sessionId: forkId }
}

async function linkOf(
  event: StreamEvent,
  { head, point, written }: { head: string; point: ForkPoint; written: WrittenFields },
): Promise<StoredEvent> {
  point.add(event)
  const { type, seq, at, sessionId: chain } = event as Event
  const { unknown: _, ...data } = event.data as Record<string, unknown>
  const { subject, text: payload } = await payloadOf({ type, data } as Event, written)
  return { chain, seq, type, subject, at, payload, hash: linkHash(head, { chain, seq, type, at, payload }) }
}
