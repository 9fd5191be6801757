import * as z from 'zod'
import type { CursorPage } from '@/lib/domain/contract/operation'
import type { Refusal } from '@/lib/domain/contract/problem'
import { Instant } from '@/lib/domain/instant'
import { type PendingSet, pendingSets } from '@/lib/store/call/pending'
import type { Tx } from '@/lib/store/connection/database'
import { listPage } from './list-page'

/** A page of the inbox, for programs and for the inbox's own page. */
export const pendingPage = (
  tx: Tx,
  query: { cursor?: string | undefined; limit: number },
): Promise<CursorPage<PendingSet> | Refusal> =>
  listPage(
    { name: 'pending', place: [Instant, z.uuid()], query },
    (after, limit) => pendingSets(tx, { after: after && { createdAt: after[0], id: after[1] }, limit }),
    set => [set.createdAt, set.id],
  )
