import * as z from 'zod'
import { Refusal, refuse } from '@/lib/domain/problem'
import type { Database, Tx } from '@/lib/store/database'
import { findSession } from '@/lib/store/session'
import { inSnapshot } from '@/lib/store/snapshot'
import { decodePlace, encodePlace, pageOf } from './page-cursor'

type Asked = { sessionId: string; list: string; query: { cursor?: string | undefined; limit: number } }
type Page = { before: number | undefined; limit: number }

/** A page of the revisions of something that a session has, the newest first. */
export async function revisionsPage<T extends { revision: number }>(
  db: Database,
  { sessionId, list, query: { cursor, limit } }: Asked,
  read: (tx: Tx, sessionId: string, page: Page) => Promise<T[]>,
): Promise<{ items: T[]; nextCursor: string | null } | Refusal> {
  const place = cursor === undefined ? undefined : decodePlace(list, cursor, [z.int().min(0)])
  if (place instanceof Refusal) return place
  const found = await inSnapshot(db, async tx => {
    const session = await findSession(tx, { id: sessionId })
    return session && read(tx, sessionId, { before: place?.[0], limit: limit + 1 })
  })
  if (!found) return refuse('not_found', 'There is no such session.')
  return pageOf(found, limit, last => encodePlace(list, [last.revision]))
}
