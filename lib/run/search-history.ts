import { excerptOf } from '@/lib/domain/excerpt'
import { type Refusal, refuse } from '@/lib/domain/problem'
import type { SearchFilters, SearchItem } from '@/lib/domain/search'
import { searchTerms } from '@/lib/domain/search-terms'
import { type Found, type FoundPlace, search } from '@/lib/store/search'
import type { Deps } from './deps'

type Asked = { q: string; filters: SearchFilters; after: FoundPlace | undefined; limit: number }

export type FoundItem = { item: SearchItem; place: FoundPlace }

/** What was said, called, answered and decided in all sessions, newest first. Words that say nothing find nothing. */
export async function searchHistory(deps: Deps, asked: Asked): Promise<FoundItem[] | Refusal> {
  const { q, ...rest } = asked
  const terms = searchTerms(q)
  if (terms.length === 0 && q.trim() !== '') return []
  if (terms.length > 0 && terms.every(term => term.isExcluded)) return ONLY_EXCLUDED
  const found = await search(deps.db, { terms, ...rest })
  return found.map(one => ({
    item: { ...itemOf(one), ...excerptOf(one.text, terms) },
    place: { at: one.at, kind: one.kind, id: one.id },
  }))
}

/** What a word is missing from can only be found by reading everything. */
const ONLY_EXCLUDED = ((): Refusal => {
  const message = 'Give at least one word that must be there, beside those that must not.'
  return refuse('invalid_request', message, { errors: [{ path: '/q', message }] })
})()

function itemOf(found: Found): Omit<SearchItem, 'excerpt' | 'highlights'> {
  const { kind, sessionId, title, at, tool, callId, decisionKind, by, entryKind, seq, entrySeq } = found
  return {
    ...{ kind, sessionId, title, at, tool, callId, entryKind },
    seq: seq ?? entrySeq ?? 1,
    link: `/sessions/${sessionId}${kind === 'session' || entrySeq === undefined ? '' : `#seq-${entrySeq}`}`,
    ...(decisionKind && by ? { decision: { kind: decisionKind, by } } : {}),
  }
}
