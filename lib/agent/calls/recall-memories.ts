import type { MemoryHit } from '@/lib/domain/memory/memory'
import { cutTo, queryWords, rankMemories } from '@/lib/domain/memory/recall'
import type { Sql } from '@/lib/store/connection/sql'
import { countRecall, recallCandidates } from '@/lib/store/memory/memory'
import type { Write } from '../write/write'

const QUERY_CHARS = 2000
const HIT_CHARS = 160

/** Tells what was recalled, and counts it where it was. There is nothing to tell where nothing was found. */
export function storeRecall(
  write: Write,
  { query, hits }: Recall,
  by: { runId?: string; callId?: string },
): void {
  if (hits.length === 0) return
  const seq = write.emit('memory.recalled', {
    ...by,
    query: cutTo(query, QUERY_CHARS),
    hits: hits.map(hit => ({ ...hit, text: cutTo(hit.text, HIT_CHARS) })),
  })
  const ids = hits.filter(hit => hit.kept).map(hit => hit.id)
  countRecall(write.rows, { ids, sessionId: write.row.id, seq, at: write.now })
}

type Recall = { query: string; hits: MemoryHit[] }

/** Looks for memories that bear on a text, in all there are. Nothing is written here. */
export async function recall(sql: Sql, query: string): Promise<Recall> {
  const words = queryWords(query)
  return { query, hits: rankMemories(words, await recallCandidates(sql, words)) }
}
