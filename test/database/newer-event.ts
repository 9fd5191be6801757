import { toInstant } from '@/lib/domain/instant'
import { linkHash } from '@/lib/record/chain'
import { createSigner } from '@/lib/record/signer'
import { insertEvents, type StoredEvent } from '@/lib/store/record/event'
import { AUDIT_KEY, type World } from '../world/world'
import { storedSession } from './stored-record'

/** Adds an event to the record of a session, as a program does that has other kinds of them; tells its number. */
export async function addEvent(
  { db, writes, touches }: World,
  { sessionId, type, payload }: { sessionId: string; type: string; payload: string },
): Promise<number> {
  const { seq, head } = await storedSession(db, sessionId)
  const at = toInstant(new Date())
  const link = { chain: sessionId, seq: seq + 1, type, at, payload }
  const hash = linkHash(head, link)
  const signature = createSigner(AUDIT_KEY).signHead(sessionId, { seq: link.seq, hash })
  const event = { ...link, subject: null, hash } as unknown as StoredEvent
  await writes(rows => insertEvents(rows, [event]))
  await touches(
    `UPDATE "SessionHead" SET seq = ${link.seq}, head = '${hash}', signature = '${signature}'
     WHERE "sessionId" = '${sessionId}'`,
  )
  return link.seq
}
