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

type Copying = { to: string; point: ForkPoint; read: (after: number) => Promise<StreamEvent[]> }

/**
 * Writes what `read` gives as the new chain of a copy: the same facts, numbers and times. `point` is told each of them. Gives
 * the hash that the chain ends with.
 */
export async function copyRecord(tx: Tx, { to, point, read }: Copying): Promise<string> {
  for (let head = ''; ; ) {
    const page = await read(point.seq)
    if (page.length === 0) return head
    const links: StoredEvent[] = []
    const rows = new Rows()
    const written: WrittenFields = new Map()
    for (const copy of page) {
      point.add(copy)
      const { type, seq, at } = copy as Event
      const { unknown: _, ...data } = copy.data as Record<string, unknown>
      const { subject, text: payload } = await payloadOf({ type, data } as Event, written)
      head = linkHash(head, { chain: to, seq, type, at, payload })
      links.push({ chain: to, seq, type, subject, at, payload, hash: head })
      await turnAfter(payload.length)
    }
    insertBlobs(rows, to, [...new Set([...written.values()].filter(blob => blob !== null))])
    // The Events of a row are of one moment.
    for (const row of Map.groupBy(links, ({ at }) => at).values()) insertEvents(rows, row)
    await rows.write(tx)
  }
}

/** What the record of a session tells next, up to an Event, told of what has ids of its own in a fork. */
export async function eventsForFork(
  tx: Tx,
  { from, to, after, last }: { from: string; to: string; after: number; last: number },
): Promise<StreamEvent[]> {
  const page = await eventsAfter(tx, from, { after, limit: PAGE })
  const end = page.findIndex(event => !isInFork(event, last))
  return (end === -1 ? page : page.slice(0, end)).map(event => {
    if (isKnownEvent(event)) return eventInFork(to, event)
    // What is not known of a Call, a Run or an entry is not worked on. Any other fact is told as it is.
    if (nounOf(event.type)) throw new NotReadable(`Event ${event.seq}`)
    return { ...event, sessionId: to, data: { ...event.data, copied: true } }
  })
}
