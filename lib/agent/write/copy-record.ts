import { turnAfter } from '@/lib/domain/job'
import type { Event } from '@/lib/domain/session/event'
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
  { from, to, seq: last, point }: { from: string; to: string; seq: number; point: ForkPoint },
): Promise<string> {
  for (let head = ''; ; ) {
    const page = await eventsAfter(tx, from, { after: point.seq, limit: PAGE })
    const end = page.findIndex(event => !isInFork(event, last))
    const links: StoredEvent[] = []
    const rows = new Rows()
    const written: WrittenFields = new Map()
    for (const event of end === -1 ? page : page.slice(0, end)) {
      // What is not known of a Call, a Run or an entry is not worked on. Any other fact is told as it is.
      if (!isKnownEvent(event) && nounOf(event.type)) throw new NotReadable(`Event ${event.seq}`)
      const copy = isKnownEvent(event) ? eventInFork(to, event) : { ...event, sessionId: to }
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
    if (end !== -1 || page.length < PAGE) return head
  }
}
