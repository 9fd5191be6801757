import { excerptOf } from '@/lib/domain/excerpt'
import type { SearchFilters, SearchItem } from '@/lib/domain/search'
import { searchTerms } from '@/lib/domain/search-terms'
import { type Found, type FoundPlace, search } from '@/lib/store/search'
import type { Deps } from './deps'

type Asked = { q: string; filters: SearchFilters; after: FoundPlace | undefined; limit: number }

export type FoundItem = { item: SearchItem; place: FoundPlace }

/** What was said, called, answered and decided in all sessions, newest first. Words that say nothing find nothing. */
export async function searchHistory(deps: Deps, asked: Asked): Promise<FoundItem[]> {
  const { q, ...rest } = asked
  const terms = searchTerms(q)
  if (terms.length === 0 && q.trim() !== '') return []
  const found = await search(deps.db, { terms, ...rest })
  return found.map(one => ({
    item: { ...itemOf(one), ...excerptOf(one.text, terms) },
    place: { at: one.at, kind: one.kind, id: one.id },
  }))
}

function itemOf(found: Found): Omit<SearchItem, 'excerpt' | 'highlights'> {
  const { kind, sessionId, title, at, tool, callId, decisionKind, by, seq, entrySeq } = found
  return {
    ...{ kind, sessionId, title, at, tool, callId },
    seq: seq ?? entrySeq ?? 1,
    link: `/sessions/${sessionId}${kind === 'session' || entrySeq === undefined ? '' : `#seq-${entrySeq}`}`,
    ...(decisionKind && by ? { decision: { kind: decisionKind, by } } : {}),
  }
}
