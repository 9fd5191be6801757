import { askedWords, type Hit, recalled } from '@/lib/domain/recall'
import { recallCandidates } from '@/lib/store/recall'
import type { Deps } from './deps'

/** What was looked for in the memories, and what was found. */
export type Recall = { query: string; hits: Hit[] }

/** Looks for memories that bear on a text, in all there are. Nothing is written here. */
export async function recall({ db }: Pick<Deps, 'db'>, query: string): Promise<Recall> {
  const asked = askedWords(query)
  return { query, hits: recalled(asked, await recallCandidates(db, asked)) }
}
