import { type Hit, queryWords, rankMemories } from '@/lib/domain/memory/recall'
import type { Tx } from '@/lib/store/connection/database'
import { recallCandidates } from '@/lib/store/memory/recall'

/** What was looked for in the memories, and what was found. */
export type Recall = { query: string; hits: Hit[] }

/** Looks for memories that bear on a text, in all there are. Nothing is written here. */
export async function recall({ db }: { db: Tx }, query: string): Promise<Recall> {
  const asked = queryWords(query)
  return { query, hits: rankMemories(asked, await recallCandidates(db, asked)) }
}
