import { type Refusal, refuseField } from '@/lib/domain/contract/problem'
import { MOST_COUNTED, type SearchFilters, type SearchItem } from '@/lib/domain/session/search'
import { countHits, indexSearchItems, type SearchPosition, search } from '@/lib/store/session/search'
import { sumUsage } from '@/lib/store/session/usage-sums'
import { MAKE_EXCERPTS, searchTerms } from '@/lib/text/search-terms'
import type { Deps } from '../process/deps'

type SearchQuery = { q: string; filters: SearchFilters; after: SearchPosition | undefined; limit: number }

type FoundItem = { item: SearchItem; position: SearchPosition }

/** What was said, called, answered and decided in all sessions, summaries last, and else newest first. Words that say nothing find nothing. */
export async function searchHistory(deps: Deps, query: SearchQuery): Promise<FoundItem[] | Refusal> {
  const { q, ...rest } = query
  const terms = searchTerms(q)
  if (terms.length === 0 && q.trim() !== '') return []
  if (terms.length > 0 && terms.every(term => term.isExcluded)) return ONLY_EXCLUDED
  await indexSearchItems(deps.sql)
  const results = await search(deps.sql, { terms, ...rest })
  const excerpts = await deps.compute(MAKE_EXCERPTS, { texts: results.map(({ text }) => text), terms })
  return results.map(({ id, rank, text: _, decisionKind, by, entrySeq, decisionSeq, ...hit }, index) => {
    const { kind, at, sessionId } = hit
    const anchor = kind === 'session' || entrySeq === undefined ? '' : `#seq-${entrySeq}`
    const item: SearchItem = {
      ...hit,
      link: `/sessions/${sessionId}${anchor}`,
      decision: decisionKind && by && { kind: decisionKind, by, seq: decisionSeq },
      ...(excerpts[index] ?? { excerpt: '', highlights: [] }),
    }
    return { item, position: { rank, at, kind, id } }
  })
}

/** How many such a search finds on all of its pages. */
export async function countHistory(
  { sql }: Pick<Deps, 'sql'>,
  { q, filters }: Pick<SearchQuery, 'q' | 'filters'>,
): Promise<{ total: number; isMore: boolean }> {
  const terms = searchTerms(q)
  if (terms.length === 0 && q.trim() !== '') return { total: 0, isMore: false }
  return countHits(sql, { terms, filters }, MOST_COUNTED)
}

/** What a word is missing from can only be found by reading everything. */
const ONLY_EXCLUDED = refuseField('/q', { code: 'fault.wordNeeded' })

/** What was committed waits so long to be made findable and summed up, together with what follows. A reader does not wait. */
const DELAY_MS = 2_000

/** Makes findable what this process commits, and sums up what it used; at first also what was left undone. */
export function keepDerivedRows({ sql, bus, log }: Pick<Deps, 'sql' | 'bus' | 'log'>): {
  close: () => Promise<void>
} {
  let timer: NodeJS.Timeout | undefined
  let sessionIds: Set<string> | undefined
  let last: Promise<void> = Promise.resolve()
  const derive = (): void => {
    timer = undefined
    const changed = sessionIds && [...sessionIds]
    sessionIds = new Set()
    last = last
      .then(() => indexSearchItems(sql))
      .then(() => sumUsage(sql, changed))
      .catch(error => {
        log('warn', 'Search items and sums could not be stored', { error: String(error) })
      })
  }
  const unsubscribe = bus.subscribe((note, facts) => {
    if (note.kind !== 'events' || facts.length === 0) return
    sessionIds?.add(note.sessionId)
    timer ??= setTimeout(derive, DELAY_MS).unref()
  })
  return {
    close: () => {
      unsubscribe()
      clearTimeout(timer)
      return last
    },
  }
}
