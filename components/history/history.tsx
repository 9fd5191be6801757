'use client'

import { keepPreviousData } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ItemList, ListPage } from '@/components/list/list-page'
import { SearchField } from '@/components/list/search-field'
import { dayName } from '@/components/ui/day'
import { fetchApi } from '@/lib/client/api/fetch-api'
import {
  type HistoryFilter,
  historyAddress,
  historyFilter,
  historyQuery,
} from '@/lib/client/queries/history-filters'
import { KEYS } from '@/lib/client/queries/keys'
import { useList } from '@/lib/client/queries/use-list'
import type { SearchItem } from '@/lib/domain/session/search'
import { searchTerms } from '@/lib/text/search-terms'
import { HistoryFilters } from './history-filters'
import { HistoryHit } from './history-hit'

/** Searches everything that was said, called, answered and decided, in all sessions. */
export function HistoryView({ tools }: { tools: string[] }) {
  const t = useTranslations('history.history')
  const [filter, setFilter] = useAddress()
  const column = useRef<HTMLDivElement>(null)
  return (
    <ListPage heading={t('heading')} scrolls={column}>
      <search className="flex flex-col gap-3">
        <SearchField label={t('search')} value={filter.q} onValue={q => setFilter({ ...filter, q })} />
        <HistoryFilters filter={filter} tools={tools} onFilter={setFilter} />
      </search>
      <SearchResults filter={useDeferredValue(filter)} column={column} />
    </ListPage>
  )
}

/** The filter as it was last set here. `late`: earlier addresses that the router may still report. */
type OwnFilter = { filter: HistoryFilter; late: string[] }

/**
 * The filter is in the address, so that it can be returned to and shared. The router reports an address only after it was
 * set: until it reports one that was not set here, the filter that was set last counts.
 */
function useAddress(): [HistoryFilter, (filter: HistoryFilter) => void] {
  const params = useSearchParams().toString()
  const ofAddress = useMemo(() => historyFilter(new URLSearchParams(params)), [params])
  const address = historyAddress(ofAddress)
  const [own, setOwn] = useState<OwnFilter | null>(null)
  const [lastAddress, setLastAddress] = useState(address)
  const isLatest = own !== null && historyAddress(own.filter) === address
  const isOwn = isLatest || own?.late.includes(address)
  if (lastAddress !== address) {
    setLastAddress(address)
    if (!isOwn) setOwn(null)
    else if (isLatest) setOwn({ ...own, late: [] })
  }
  const setFilter = (filter: HistoryFilter): void => {
    const before = own ? [...own.late, historyAddress(own.filter)] : []
    setOwn({ filter, late: [...before, address] })
    const next = historyAddress(filter)
    window.history.replaceState(null, '', next === '' ? '/history' : `/history?${next}`)
  }
  return [isOwn && own ? own.filter : ofAddress, setFilter]
}

type ResultProps = { filter: HistoryFilter; column: RefObject<HTMLElement | null> }

function SearchResults({ filter, column }: ResultProps) {
  const t = useTranslations('history.results')
  const tList = useTranslations('list.itemList')
  const { isFiltered, ...list } = useSearch(filter)
  useScrollPlace(column, historyAddress(filter), list.items !== undefined)
  const locale = useLocale()
  const terms = useMemo(() => searchTerms(filter.q), [filter.q])
  if (!isFiltered) return <HowTo />
  const { error, page } = list
  const now = new Date()
  return (
    <ItemList
      list={list}
      none={t('none')}
      headingOf={item => (item.entryKind === 'summary' ? t('summaries') : dayName(item.at, { locale, now }))}
      status={
        <p role="status" className="min-h-9 text-small text-quiet">
          {page
            ? t('count', { count: page.total, isMore: page.isMore ? 'yes' : 'no' })
            : !error && tList('loading')}
        </p>
      }
    >
      {item => <HistoryHit key={keyOf(item)} item={item} terms={terms} />}
    </ItemList>
  )
}

const keyOf = ({ kind, sessionId, seq, callId = '' }: SearchItem): string =>
  [kind, sessionId, seq, callId].join(' ')

function HowTo() {
  const t = useTranslations('history.howTo')
  return (
    <div className="flex max-w-130 flex-col gap-3 py-6">
      <p className="text-title">{t('what')}</p>
      <ul className="flex flex-col gap-2 text-quiet">
        {(['words', 'phrase', 'without', 'filters'] as const).map(way => (
          <li key={way}>
            {t.rich(way, {
              b: text => (
                <b className="whitespace-nowrap font-mono font-normal text-[0.8125rem] text-ink">{text}</b>
              ),
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How far the lists of searches were scrolled when they were left, by address. */
const tops = new Map<string, number>()

/** The search that the page opens with is where it was left; one that is begun here starts at its top. */
function useScrollPlace(list: RefObject<HTMLElement | null>, address: string, isLoaded: boolean): void {
  const first = useRef<string | null>(address)
  useEffect(() => {
    const element = list.current
    if (!isLoaded || !element) return
    if (first.current === address) element.scrollTop = tops.get(address) ?? 0
    first.current = null
    const store = (): void => void tops.set(address, element.scrollTop)
    element.addEventListener('scroll', store, { passive: true })
    return () => element.removeEventListener('scroll', store)
  }, [list, address, isLoaded])
}

/** No results as long as the filter is empty. */
function useSearch(filter: HistoryFilter) {
  const address = historyAddress(filter)
  const isFiltered = address !== ''
  const { items, page, error, ...list } = useList(KEYS.search(address), {
    read: (cursor, signal) =>
      fetchApi('GET /api/search', { query: { ...historyQuery(filter), cursor }, signal }),
    enabled: isFiltered,
    placeholderData: keepPreviousData,
  })
  const results = isFiltered ? { items, page, error } : { items: undefined, page: undefined, error: null }
  return { isFiltered, ...results, ...list }
}
