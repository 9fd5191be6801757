import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { MOST_SEARCHES, type NewSavedSearch, type SavedSearch } from '@/lib/domain/session/saved-search'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import { lockSavedSearches, storeSavedSearches } from '@/lib/store/session/saved-search'
import type { Deps } from '../../process/deps'
import { transact } from '../../write/transaction'

/**
 * Keeps a search: of one address there is one, under the name that it was given last. Nothing depends on it, so the
 * record, from which nothing can be taken again, is not told what somebody looks for.
 */
export async function saveSearch(
  deps: Deps,
  { search, once }: { search: NewSavedSearch; once: OnceKey | undefined },
): Promise<SavedSearch | Refusal> {
  if (Object.values(search).some(text => deps.redaction.holdsSecret(decoded(text)))) return SECRET
  return transact<SavedSearch>(deps, once, async ({ tx, at }) => {
    const before = await lockSavedSearches(tx, at)
    const same = before.find(({ address }) => address === search.address)
    if (!same && before.length >= MOST_SEARCHES)
      return refuse('invalid_request', {
        code: 'problem.searchesFull',
        params: { most: MOST_SEARCHES },
      })
    const saved = { id: same?.id ?? deps.newId(), ...search }
    const others = before.filter(({ id }) => id !== saved.id)
    await storeSavedSearches(tx, { searches: [saved, ...others], at })
    return saved
  })
}

export async function deleteSavedSearch(deps: Deps, id: string): Promise<null | Refusal> {
  return transact<null>(deps, undefined, async ({ tx, at }) => {
    const before = await lockSavedSearches(tx, at)
    const searches = before.filter(search => search.id !== id)
    if (searches.length === before.length) return refuse('not_found', { code: 'problem.noSearch' })
    await storeSavedSearches(tx, { searches, at })
    return null
  })
}

const decoded = (text: string): string => `${text} ${[...new URLSearchParams(text).values()].join(' ')}`

const SECRET = refuse('invalid_request', { code: 'problem.secretSearch' })
