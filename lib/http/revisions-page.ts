import * as z from 'zod'
import type { CursorPage } from '@/lib/domain/contract/operation'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import type { Database, Tx } from '@/lib/store/connection/database'
import { inSnapshot } from '@/lib/store/connection/snapshot'
import { findSession } from '@/lib/store/session/session'
import { listPage } from './list-page'

type Revisions = { sessionId: string; list: string; query: { cursor?: string | undefined; limit: number } }

/** A page of the revisions of something that a session has, the newest first. */
export const revisionsPage = <T extends { revision: number }>(
  db: Database,
  { sessionId, list, query }: Revisions,
  read: (tx: Tx, sessionId: string, page: { before: number | undefined; limit: number }) => Promise<T[]>,
): Promise<CursorPage<T> | Refusal> =>
  listPage(
    { name: list, place: [z.int().min(0)], query },
    (after, limit) =>
      inSnapshot(db, async tx => {
        const session = await findSession(tx, { id: sessionId })
        if (!session) return refuse('not_found', 'There is no such session.')
        return read(tx, sessionId, { before: after?.[0], limit })
      }),
    last => [last.revision],
  )
