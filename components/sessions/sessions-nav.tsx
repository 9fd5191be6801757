import { useParams, useRouter } from 'next/navigation'
import { useDeferredValue, useRef, useState, useSyncExternalStore } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { SearchField } from '@/components/list/search-field'
import { lazyPart } from '@/components/page/lazy-part'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { KEYS } from '@/lib/client/queries/keys'
import {
  ALL_SESSIONS,
  isEverything,
  type SessionFilter,
  type SessionListPage,
  useSessions,
  useWaitingSessions,
} from '@/lib/client/queries/sessions-query'
import { useRead } from '@/lib/client/queries/use-api'
import { isGroupName, monthName, type ReaderClock, type SessionGroup, sessionGroups } from './session-groups'
import { SessionListRow } from './session-row'

const SessionFilters = lazyPart(async () => (await import('./session-filters')).SessionFilters)

/** All sessions: those that need a person, those that are running, then by day. */
export function SessionsNav({ initialPage, serverNow }: { initialPage: SessionListPage; serverNow: number }) {
  const t = useTranslations('sessions.sessionsNav')
  const router = useRouter()
  const [filter, setFilter] = useState(ALL_SESSIONS)
  // What is deferred must be the same object from one rendering to the next: another one would render the list again.
  const deferred = useDeferredValue(filter)
  const applied = { ...deferred, q: deferred.q.trim() }
  const { items, isKnown, error, more, isLoadingMore } = useSessions(applied, initialPage)
  const waiting = useWaitingSessions().data
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLElement>(null)
  const all = isEverything(applied) ? [...items, ...(waiting?.items ?? [])] : items
  const clock = useReaderClock(serverNow)
  const groups = sessionGroups(all, clock)
  const leave = (id: string, text: string): void => {
    setAnnouncement(text)
    const ids = groups.flatMap(({ sessions }) => sessions.map(session => session.id))
    const at = ids.indexOf(id)
    focusOn(list.current, ids[at + 1] ?? ids[at - 1])
  }
  const close = (): void => document.getElementById('sessions')?.hidePopover()
  return (
    <nav ref={list} aria-label={t('nav')} className="flex min-h-0 flex-auto flex-col gap-3">
      <Button
        onClick={() => {
          close()
          router.push('/sessions/new')
        }}
      >
        {t('create')}
      </Button>
      <SessionSearch filter={filter} setFilter={setFilter} />
      <div data-scrolls className="flex min-h-0 flex-col gap-0.5 overflow-y-auto">
        <Rows
          groups={groups}
          clock={clock}
          waitingTotal={isEverything(applied) ? waiting?.total : 0}
          onFollow={close}
          onLeave={leave}
        />
        {isKnown && groups.length === 0 && (
          <p className="px-2 text-quiet text-small">
            {isEverything(applied) ? <NoSessions /> : t('noMatch')}
          </p>
        )}
        {more && (
          <p className="px-3.5">
            <Button variant="quiet" off={isLoadingMore} onClick={more}>
              {t('older')}
            </Button>
          </p>
        )}
        {error && <p className="px-2 text-quiet text-small">{t('failed')}</p>}
      </div>
      <p aria-live="polite" className="px-2 text-small empty:-mt-3">
        <VisibleText isLine>{announcement}</VisibleText>
      </p>
    </nav>
  )
}

/** Whether there are none, or all of them are archived. */
function NoSessions() {
  const t = useTranslations('sessions.sessionsNav')
  const query = { archived: 'true', limit: 1 } as const
  const { data } = useRead([...KEYS.allSessions, 'archived', 'any'], 'GET /api/sessions', { query })
  return data && t(data.items.length > 0 ? 'allArchived' : 'none')
}

/** Without a session to go to, the search field gets the focus. */
function focusOn(list: HTMLElement | null, id: string | undefined): void {
  const link = id && list?.querySelector<HTMLElement>(`a[href="/sessions/${CSS.escape(id)}"]`)
  const target = link || list?.querySelector<HTMLElement>('input[type="search"]')
  target?.focus()
}

type RowsProps = {
  groups: SessionGroup[]
  clock: ReaderClock
  /** How many of all sessions wait: more than are listed, where there are many. */
  waitingTotal: number | undefined
  onFollow: () => void
  onLeave: (id: string, announcement: string) => void
}

/** One list, so that a session that moves to another group keeps what is open and typed in its row. */
function Rows({ groups, waitingTotal = 0, ...row }: RowsProps) {
  const t = useTranslations('sessions.groups')
  const locale = useLocale()
  const current = useParams<{ sessionId?: string }>().sessionId
  const headingOf = ({ name, sessions }: SessionGroup): string =>
    isGroupName(name)
      ? t(name, { count: Math.max(sessions.length, name === 'needsYou' ? waitingTotal : 0) })
      : monthName(name, locale, row.clock)
  return (
    <ul>
      {groups.flatMap(group => [
        <li key={group.name} className="px-2 py-1 text-quiet text-small not-first:pt-3">
          <h2>{headingOf(group)}</h2>
        </li>,
        ...group.sessions.map(session => (
          <SessionListRow key={session.id} session={session} isCurrent={session.id === current} {...row} />
        )),
      ])}
    </ul>
  )
}

type SearchProps = { filter: SessionFilter; setFilter: (filter: SessionFilter) => void }

function SessionSearch({ filter, setFilter }: SearchProps) {
  const t = useTranslations('sessions.sessionsNav')
  const tFilters = useTranslations('sessions.filters')
  const [isFiltering, setFiltering] = useState(false)
  // Filled while the list leaves something out, which would be forgotten otherwise.
  const [name, ink] = isEverything({ ...filter, q: '' })
    ? (['open', 'text-quiet hover:bg-hover hover:text-ink'] as const)
    : (['someActive', 'bg-ink text-paper'] as const)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex gap-1">
        <SearchField
          className=""
          maxLength={200}
          label={t('search')}
          value={filter.q}
          onValue={q => setFilter({ ...filter, q })}
        />
        <button
          type="button"
          aria-label={tFilters(name)}
          aria-expanded={isFiltering}
          className={`flex w-9 flex-none cursor-pointer items-center justify-center rounded-base touch:w-11 ${ink}`}
          onClick={() => setFiltering(!isFiltering)}
        >
          <Icon name="filter" />
        </button>
      </div>
      {isFiltering && <SessionFilters filter={filter} setFilter={setFilter} />}
    </div>
  )
}

const MINUTE = 60_000
const HALF_MINUTE = 30_000

/**
 * The reader's time to the minute, and how far their clock is ahead of UTC. The server does not know the reader's time
 * zone: there, and during hydration, it is the server's time in UTC.
 */
function useReaderClock(serverNow: number): ReaderClock {
  const now = useSyncExternalStore(everyMinute, thisMinute, () => serverNow)
  const offsetMs = useSyncExternalStore(everyMinute, offset, () => 0)
  return { now, offsetMs }
}

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, HALF_MINUTE)
  return () => clearInterval(timer)
}

const thisMinute = (): number => Math.floor(Date.now() / MINUTE) * MINUTE

const offset = (): number => -new Date().getTimezoneOffset() * MINUTE
