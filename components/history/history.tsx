'use client'

import { keepPreviousData } from '@tanstack/react-query'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { type RefObject, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { DataTable } from '@/components/list/data-table'
import { groupsOf, ItemList, ListPage } from '@/components/list/list-page'
import { SearchField } from '@/components/list/search-field'
import { VisibleText } from '@/components/text/visible-text'
import { DATE_LOCALES } from '@/components/ui/clock'
import { dayName } from '@/components/ui/day'
import { LINK } from '@/components/ui/further-looks'
import { Tabs } from '@/components/ui/tabs'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { isComposing } from '@/lib/client/decisions/key-aim'
import {
  HISTORY_TABS,
  type HistoryFilter,
  historyAddress,
  historyFilter,
  historyQuery,
} from '@/lib/client/queries/history-filters'
import { KEYS } from '@/lib/client/queries/keys'
import { useList } from '@/lib/client/queries/use-list'
import type { SearchItem } from '@/lib/domain/session/search'
import { type SearchTerm, searchTerms } from '@/lib/text/search-terms'
import { HistoryFilters } from './history-filters'
import { HistoryHit, MarkedText } from './history-hit'

/** Searches everything that was said, called, answered and decided, in all sessions. */
export function HistoryView({ tools }: { tools: string[] }) {
  const t = useTranslations('history.history')
  const [filter, setFilter] = useAddress()
  const column = useRef<HTMLDivElement>(null)
  const sought = useDeferredValue(filter)
  useArrowKeys(column)
  return (
    <ListPage heading={t('heading')} scrolls={column}>
      <search className="flex flex-col gap-3">
        <SearchField label={t('search')} value={filter.q} onValue={q => setFilter({ ...filter, q })} />
        <p className="text-quiet text-small">{t('hint')}</p>
      </search>
      <div className="flex flex-col gap-3">
        <Tabs
          label={t('heading')}
          variant="form"
          tabs={HISTORY_TABS.map(id => ({ id, name: t(`tabs.${id}`) }))}
          value={filter.kind}
          onChoose={kind => setFilter({ ...filter, ...UNSET, kind })}
        >
          <div className="flex flex-col gap-3 pt-2">
            <HistoryFilters filter={filter} tools={tools} onFilter={setFilter} />
            {/* What one tab has found stands in no other. */}
            <SearchResults key={sought.kind} filter={sought} column={column} />
          </div>
        </Tabs>
      </div>
    </ListPage>
  )
}

/** The page begins in its search field; the arrow keys lead from there to the results, and from one to the next. */
function useArrowKeys(column: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const stops = (): HTMLElement[] => [...(column.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])]
    // On a touch screen the keyboard would cover what was found.
    if (matchMedia('(hover: hover)').matches) stops()[0]?.focus({ preventScroll: true })
    const move = (event: KeyboardEvent): void => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const at = stops().indexOf(event.target as HTMLElement)
      const next = step && at !== -1 && !isComposing(event) && stops()[at + step]
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    const until = new AbortController()
    column.current?.addEventListener('keydown', move, { signal: until.signal })
    return () => until.abort()
  }, [column])
}

const STOPS = 'input[type=search], li li a[href*="#seq-"], th a'

/** What filters in one tab alone. */
const UNSET = { tool: '', decision: '', person: '' } as const

/** The filter is in the address, so that it can be returned to and shared. The router knows an address late, the window at once. */
function useAddress(): [HistoryFilter, (filter: HistoryFilter) => void] {
  const params = useSearchParams().toString()
  // A space at the end of what is being typed is not part of the address.
  const [{ q }, setTyped] = useState({ q: '' })
  const address = typeof window === 'undefined' ? params : window.location.search
  const filter = useMemo(() => historyFilter(new URLSearchParams(address)), [address])
  const setFilter = (filter: HistoryFilter): void => {
    const next = historyAddress(filter)
    window.history.replaceState(null, '', next === '' ? '/history' : `/history?${next}`)
    setTyped({ q: filter.q })
  }
  return [useMemo(() => ({ ...filter, ...(q.trim() === filter.q ? { q } : {}) }), [filter, q]), setFilter]
}

function SearchResults({ filter, column }: { filter: HistoryFilter; column: RefObject<HTMLElement | null> }) {
  const t = useTranslations('history.results')
  const tList = useTranslations('list.itemList')
  const address = historyAddress(filter)
  const { items, page, error, ...list } = useList(KEYS.search(address), {
    read: (cursor, signal) =>
      fetchApi('GET /api/search', { query: { ...historyQuery(filter), cursor }, signal }),
    placeholderData: keepPreviousData,
  })
  useScrollPlace(column, address, items !== undefined)
  const terms = useMemo(() => searchTerms(filter.q), [filter.q])
  const groups = items && groupsOf(items, filter.kind === 'session' ? () => '' : groupOf)
  return (
    <ItemList
      list={{ items: groups, error, ...list }}
      none={t('none')}
      status={
        <p role="status" className="text-small text-quiet">
          {page
            ? t('count', { count: page.total, isMore: page.isMore ? 'yes' : 'no' })
            : !error && tList('loading')}
        </p>
      }
    >
      {({ items: group }) =>
        filter.kind === 'session' ? (
          <li key="all">
            <SessionsTable items={group} terms={terms} />
          </li>
        ) : (
          <SessionHits key={`${group[0]?.sessionId} ${group[0]?.seq}`} hits={group} terms={terms} />
        )
      }
    </ItemList>
  )
}

const COLUMNS = ['title', 'date', 'model', 'calls', 'edited', 'denied', 'cost'] as const

/** Sessions with what they came to. */
function SessionsTable({ items, terms }: { items: SearchItem[]; terms: SearchTerm[] }) {
  const t = useTranslations('history.table')
  const format = useFormatter()
  const day = new Intl.DateTimeFormat(DATE_LOCALES[useLocale()], { dateStyle: 'medium' })
  const money = { style: 'currency', currency: 'USD', maximumFractionDigits: 2 } as const
  const rowOf = ({ sessionId, link, title, at, session }: SearchItem) => ({
    key: sessionId,
    cells: [
      <Link key="title" href={link} prefetch={false} className={LINK}>
        <MarkedText text={title} terms={terms} />
      </Link>,
      <time key="date" dateTime={at} className="whitespace-nowrap">
        {day.format(new Date(at))}
      </time>,
      session?.model,
      ...[session?.calls, session?.edited, session?.denied].map(count => count || '–'),
      session?.cost === undefined ? '–' : format.number(session.cost, money),
    ],
  })
  const columns = COLUMNS.map(column => t(column))
  return <DataTable label={t('name')} columns={columns} textColumns={3} rows={items.map(rowOf)} />
}

/** Hits of one session on one day that follow each other, and summaries apart. */
const groupOf = ({ sessionId, at, entryKind }: SearchItem): string =>
  `${sessionId} ${new Date(at).toDateString()} ${entryKind === 'summary'}`

function SessionHits({ hits, terms }: { hits: SearchItem[]; terms: SearchTerm[] }) {
  const t = useTranslations('history.results')
  const id = useId()
  const locale = useLocale()
  const [first] = hits
  if (!first) return null
  const day = first.entryKind === 'summary' ? t('summaries') : dayName(first.at, { locale, now: new Date() })
  return (
    <li aria-labelledby={id}>
      <h2 id={id} className="flex justify-between gap-3 pt-5 pb-1.5 text-small">
        <Link
          href={`/sessions/${first.sessionId}`}
          prefetch={false}
          className="font-semibold wrap-anywhere hover:underline"
        >
          <VisibleText isLine>{first.title}</VisibleText>
        </Link>
        <span className="flex-none text-quiet">{day}</span>
      </h2>
      <ol>
        {hits.map(item => (
          <HistoryHit key={`${item.kind} ${item.seq} ${item.callId}`} item={item} terms={terms} />
        ))}
      </ol>
    </li>
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
