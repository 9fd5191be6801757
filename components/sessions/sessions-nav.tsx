'use client'

import { useParams } from 'next/navigation'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { ALL_SESSIONS, isEverything, type SessionPage, useSessions } from '@/lib/client/sessions-query'
import { useReaderClock } from '@/lib/client/use-reader-clock'
import { useWaitingSessions } from '@/lib/client/waiting-query'
import { NewSessionButton } from './new-session-button'
import { SessionFilters } from './session-filters'
import { type SessionGroup, sessionGroups } from './session-groups'
import { SessionRow } from './session-row'

/** All sessions: those that need a person, those at work, then by day. `now`: when it was sent. */
export function SessionsNav({ given, now }: { given: SessionPage; now: number }) {
  const t = useTranslations('sessions.sessionsNav')
  const [asked, setAsked] = useState(ALL_SESSIONS)
  const sought = useDeferredValue({ ...asked, q: asked.q.trim() })
  const { items, isKnown, error, more, isLoadingMore } = useSessions(sought, given)
  const waiting = useWaitingSessions().data?.items ?? []
  const [said, setSaid] = useState('')
  const list = useRef<HTMLElement>(null)
  const all = isEverything(sought) ? [...items, ...waiting] : items
  const groups = sessionGroups(all, useReaderClock(now))
  const left = (id: string, words: string): void => {
    setSaid(words)
    const ids = groups.flatMap(({ sessions }) => sessions.map(session => session.id))
    const at = ids.indexOf(id)
    focusOn(list.current, ids[at + 1] ?? ids[at - 1])
  }
  const close = (): void => document.getElementById('sessions')?.hidePopover()
  return (
    <nav ref={list} aria-label={t('nav')}>
      <NewSessionButton onMade={close} />
      <div className="session-search">
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          className="field"
          maxLength={200}
          value={asked.q}
          onChange={event => setAsked({ ...asked, q: event.target.value })}
        />
        <SessionFilters {...{ asked, setAsked }} />
      </div>
      <div className="rail-list">
        <Rows groups={groups} onFollow={close} onLeft={left} />
        {isKnown && groups.length === 0 && (
          <p className="rail-note">{t(isEverything(sought) ? 'none' : 'noMatch')}</p>
        )}
        {more && (
          <p className="rail-more">
            <Button look="quiet" off={isLoadingMore} onClick={more}>
              {t('older')}
            </Button>
          </p>
        )}
        {error && <p className="rail-note">{t('failed')}</p>}
      </div>
      <p aria-live="polite" className="rail-said">
        <VisibleText isLine>{said}</VisibleText>
      </p>
    </nav>
  )
}

/** The link of a session; without one, where sessions are looked for. */
function focusOn(list: HTMLElement | null, id: string | undefined): void {
  const link = id && list?.querySelector<HTMLElement>(`a[href="/sessions/${CSS.escape(id)}"]`)
  const place = link || list?.querySelector<HTMLElement>('input[type="search"]')
  place?.focus()
}

type RowsProps = {
  groups: SessionGroup[]
  onFollow: () => void
  onLeft: (id: string, said: string) => void
}

/** One list: a session that comes into another group keeps what is open and written in its row. */
function Rows({ groups, ...row }: RowsProps) {
  const t = useTranslations('sessions.groups')
  const current = useParams<{ sessionId?: string }>().sessionId
  return (
    <ul>
      {groups.flatMap(({ name, sessions }) => [
        <li key={name} className="session-group-name">
          <h2>{t(name, { count: sessions.length })}</h2>
        </li>,
        ...sessions.map(session => (
          <SessionRow key={session.id} session={session} isCurrent={session.id === current} {...row} />
        )),
      ])}
    </ul>
  )
}
