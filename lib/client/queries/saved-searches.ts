import { Observable, useObservable } from '../page/page-state'
import { historyAddress, historyFilter } from './history-filters'

/** A search that somebody keeps. `address`: its query string. */
export type SavedSearch = { name: string; address: string }

/** How many are kept, and how long a name may be. */
const MOST = 30
export const NAME_CHARS = 60

const PLACE = 'countersign-searches'

/** Undefined until they were read. */
const searches = new Observable<SavedSearch[] | undefined>(undefined)

/** What this browser keeps: the server has no place for what only one person wants. */
export function useSavedSearches(): SavedSearch[] {
  return useObservable(searches) ?? []
}

/** Reads them, and again whenever another tab changes them. */
export function followSavedSearches(): () => void {
  const read = (): void => searches.set(toSearches(localStorage.getItem(PLACE)))
  const hear = ({ key }: StorageEvent): void => {
    if (key === PLACE) read()
  }
  read()
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

/** The one that was saved last comes first; of one search there is one name. */
export const saveSearch = ({ name, address }: SavedSearch): void =>
  change(before => [{ name, address }, ...before.filter(other => other.address !== address)].slice(0, MOST))

export const forgetSearch = (address: string): void =>
  change(before => before.filter(other => other.address !== address))

function change(changed: (before: SavedSearch[]) => SavedSearch[]): void {
  const next = changed(searches.get() ?? [])
  searches.set(next)
  try {
    localStorage.setItem(PLACE, JSON.stringify(next))
  } catch {
    // Without storage, or with a full one, they last as long as the page.
  }
}

/** What is stored, as far as it can be understood. */
export function toSearches(text: string | null): SavedSearch[] {
  const stored = parsed(text)
  if (!Array.isArray(stored)) return []
  return stored.slice(0, MOST).flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null || !('name' in item) || !('address' in item)) return []
    const address = historyAddress(historyFilter(new URLSearchParams(String(item.address))))
    const name = String(item.name).slice(0, NAME_CHARS)
    return address === '' || name.trim() === '' ? [] : [{ name, address }]
  })
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    // Another program, or a person, has written there.
    return []
  }
}
