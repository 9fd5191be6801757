import type { Tx } from '@/lib/store/database'
import { type PendingSet, pendingSets } from '@/lib/store/pending'
import { encodePlace, pageOf } from './page-cursor'

export const PENDING_LIST = 'pending'

/** A page of the inbox, as everybody gets it who asks for it. */
export async function pendingPage(
  tx: Tx,
  { after, limit }: Parameters<typeof pendingSets>[1],
): Promise<{ items: PendingSet[]; nextCursor: string | null }> {
  const found = await pendingSets(tx, { after, limit: limit + 1 })
  return pageOf(found, limit, last => encodePlace(PENDING_LIST, [last.createdAt, last.id]))
}
