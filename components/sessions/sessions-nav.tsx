'use client'

import { useParams, useRouter } from 'next/navigation'
import { useDeferredValue, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { SearchField } from '@/components/list/search-field'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Check, QuietSelect } from '@/components/ui/choice'
import {
  ALL_SESSIONS,
  isEverything,
  type SessionFilter,
  type SessionListPage,
  useSessions,
  useWaitingSessions,
} from '@/lib/client/queries/sessions-query'
import { type SessionGroup, sessionGroups } from './session-groups'
import { SessionListRow } from './session-row'

type Props = { initialPage: SessionListPage; serverNow: number }

/** All sessions: those that need a person, those that are running, then by day. */
export function SessionsNav({ initialPage, serverNow }: Props) {
  const t = useTranslations('sessions.sessionsNav')
  const router = useRouter()
  const [filter, setFilter] = useState(ALL_SESSIONS)
  const applied = useDeferredValue({ ...filter, q: filter.q.trim() })
  const { items, isKnown, error, more, isLoadingMore } = useSessions(applied, initialPage)
  const waiting = useWaitingSessions().data?.items ?? []
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLElement>(null)
  const all = isEverything(applied) ? [...items, ...waiting] : items
  const groups = sessionGroups(all, useReaderClock(serverNow))
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
      <div className="flex flex-col gap-1">
        <SearchField
          className=""
          maxLength={200}
          label={t('search')}
          value={filter.q}
          onValue={q => setFilter({ ...filter, q })}
        />
        <SessionFilters {...{ filter, setFilter }} />
      </div>
      <div className="flex min-h-0 flex-col gap-0.5 overflow-y-auto">
        <Rows groups={groups} onFollow={close} onLeave={leave} />
        {isKnown && groups.length === 0 && (
          <p className="px-2 text-quiet text-small">{t(isEverything(applied) ? 'none' : 'noMatch')}</p>
        )}
        {more && (
          <p className="px-3.5">
            <Button look="quiet" off={isLoadingMore} onClick={more}>
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

/** Without a session to go to, the search field gets the focus. */
function focusOn(list: HTMLElement | null, id: string | undefined): void {
  const link = id && list?.querySelector<HTMLElement>(`a[href="/sessions/${CSS.escape(id)}"]`)
  const place = link || list?.querySelector<HTMLElement>('input[type="search"]')
  place?.focus()
}

type RowsProps = {
  groups: SessionGroup[]
  onFollow: () => void
  onLeave: (id: string, announcement: string) => void
}

/** One list, so that a session that moves to another group keeps what is open and typed in its row. */
function Rows({ groups, ...row }: RowsProps) {
  const t = useTranslations('sessions.groups')
  const current = useParams<{ sessionId?: string }>().sessionId
  return (
    <ul>
      {groups.flatMap(({ name, sessions }) => [
        <li key={name} className="px-2 py-1 text-quiet text-small not-first:pt-3">
          <h2>{t(name, { count: sessions.length })}</h2>
        </li>,
        ...sessions.map(session => (
          <SessionListRow key={session.id} session={session} isCurrent={session.id === current} {...row} />
        )),
      ])}
    </ul>
  )
}

type FilterProps = { filter: SessionFilter; setFilter: (filter: SessionFilter) => void }

const STATES = ['', 'waiting', 'running', 'idle', 'error'] as const satisfies SessionFilter['state'][]

function SessionFilters({ filter, setFilter }: FilterProps) {
  const t = useTranslations('sessions.filters')
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 ps-1 pe-2 text-quiet text-small">
      <QuietSelect
        aria-label={t('state')}
        value={filter.state}
        onChange={({ target }) => {
          const state = STATES.find(option => option === target.value) ?? ''
          setFilter({ ...filter, state })
        }}
      >
        {STATES.map(state => (
          <option key={state} value={state}>
            {t(state === '' ? 'all' : state)}
          </option>
        ))}
      </QuietSelect>
      <Check
        checked={filter.archived}
        onChange={({ target }) => setFilter({ ...filter, archived: target.checked })}
      >
        {t('archived')}
      </Check>
    </div>
  )
}

const MINUTE = 60_000
const HALF_MINUTE = 30_000

/**
 * The reader's time to the minute, and how far their clock is ahead of UTC. The server does not know the reader's time
 * zone: there, and during hydration, it is the server's time in UTC.
 */
function useReaderClock(serverNow: number): { now: number; offsetMs: number } {
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
