'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isFocusLost } from '@/components/call/set/call-focus'
import { useSeenCalls } from '@/components/call/set/use-seen-calls'
import { PageHead, ShowMore } from '@/components/list/list-page'
import { PageStatus, useTitle } from '@/components/session/page-status'
import { ProblemAlert } from '@/components/text/problem-text'
import { fetchApi, serverNow } from '@/lib/client/api/fetch-api'
import { useLiveState } from '@/lib/client/live/use-live-session'
import { INBOX_PAGE, KEYS, type WaitingPage, type WaitingSet } from '@/lib/client/queries/keys'
import { useList } from '@/lib/client/queries/use-list'
import type { SessionView } from '@/lib/domain/session/view'
import { InboxRow, InboxSet, type SetState } from './inbox-set'
import { isLowRisk, LowRisk } from './low-risk'
import { useSelection } from './use-selection'

type Props = { initialPage: WaitingPage; initialView: SessionView | undefined; serverNow: number }

const PAGE = 'group/inbox relative min-h-0 flex-1 overflow-clip focus-visible:-outline-offset-2'
const LIST =
  'h-full scroll-py-4 overflow-y-auto border-hairline px-[max(0px,50%-25rem)] phone:py-5 desk:p-0 desk:has-[li]:w-88 desk:has-[li]:border-e'

/** Everything that waits for a person, in all sessions: a list, oldest first, and beside it the selected set. */
export function Inbox({ initialPage, initialView, serverNow }: Props) {
  const t = useTranslations('inbox.inbox')
  const list = useRef<HTMLDivElement>(null)
  const now = useNow(serverNow)
  const waiting = useWaitingSets(initialPage)
  const { onStateChange, ...sets } = useInboxSets(waiting.items)
  const { selected, next, goneTitle, isOpened, select, focusSelected } = useSelection(list, sets)
  const [announcement, setNews] = useState('')
  const { total: count, waitingCalls } = waiting.page
  useTitle(t(waitingCalls > 0 ? 'titleWaiting' : 'title', { count: waitingCalls }))
  useSeenCalls(list)
  const onApproved = (approved: number): void => {
    setNews(t('approved', { count: approved }))
    if (isFocusLost() || document.activeElement?.closest('[aria-labelledby="low-risk"]')) focusSelected()
  }
  const item = (set: WaitingSet) => {
    const isSelected = set.id === selected
    const isDecided = !sets.waiting.includes(set)
    const view = initialView?.session.id === set.sessionId ? initialView : undefined
    const props = { set, now, isSelected }
    return (
      <li key={set.id} data-set={set.id} tabIndex={-1} className="focus-visible:-outline-offset-2">
        <InboxRow {...props} isDecided={isDecided} isLowRisk={sets.low.includes(set)} onSelect={select} />
        {(isSelected || isDecided || set.id === next) && (
          <InboxSet
            {...props}
            initialView={view}
            onStateChange={onStateChange}
            onSelect={select}
            onAnnounce={setNews}
          />
        )}
      </li>
    )
  }
  return (
    <>
      <PageHead heading={t('heading')} width="max-w-190 desk:max-w-none">
        <p className="text-small text-quiet">
          {count > 0 && t('count', { count, calls: waitingCalls })}{' '}
          {goneTitle && t('gone', { title: goneTitle })}
        </p>
      </PageHead>
      <div ref={list} data-opened={isOpened || sets.all.length === 1 || undefined} className={PAGE}>
        <div className={LIST}>
          <LowRisk sets={sets.low} onApproved={onApproved} />
          {/* In one list a set keeps its place in the page, and what is written in it, whatever others do. */}
          <ol>{sets.all.map(item)}</ol>
          {sets.all.length === 0 && (
            <div data-nothing tabIndex={-1} className="p-5 focus-visible:-outline-offset-2">
              <p className="text-title">{t('nothing')}</p>
              <p className="mt-2 text-quiet">{t('nothingMeans')}</p>
            </div>
          )}
          <ProblemAlert error={waiting.error} again={waiting.again} />
          <ShowMore more={waiting.more} isLoadingMore={waiting.isLoadingMore} />
        </div>
      </div>
      <PageStatus live={useLiveState()} announcement={announcement || t('news', { count })} />
    </>
  )
}

/**
 * The sets that wait, and those that were decided here, which can be undone as long as they have not started. What says all
 * of itself in the list stands before the others. The list of the server may be a moment behind.
 */
function useInboxSets(listed: WaitingSet[]) {
  const [states, setStates] = useState<ReadonlyMap<string, { set: WaitingSet; state: SetState }>>(new Map())
  const onStateChange = useCallback(
    (set: WaitingSet, state: SetState) => setStates(sets => new Map(sets).set(set.id, { set, state })),
    [],
  )
  const waiting = listed.filter(({ id }) => (states.get(id)?.state ?? 'waiting') === 'waiting')
  const plain = waiting.filter(isLowRisk)
  const low = plain.length > 1 ? plain : []
  const decided = [...states.values()].flatMap(({ set, state }) =>
    state === 'gone' || waiting.some(({ id }) => id === set.id) ? [] : [set],
  )
  const main = [...waiting.filter(set => !low.includes(set)), ...decided].sort(byAge)
  return { waiting, low, main, all: [...low, ...main], onStateChange }
}

const byAge = (one: WaitingSet, other: WaitingSet): number =>
  one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id)

const TICK_MS = 20_000

/** The current time, for ages in words. It starts with the server's, so that hydration matches. */
function useNow(first: number): number {
  const [now, setNow] = useState(first)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The stream announces changes; polling finds what it may have missed. */
const POLL_MS = 60_000

function useWaitingSets(firstPage: WaitingPage) {
  const list = useList(KEYS.pendingSets, {
    read: (cursor, signal): Promise<WaitingPage> =>
      fetchApi('GET /api/pending', { query: { cursor, limit: INBOX_PAGE }, signal }),
    firstPage,
    refetchInterval: POLL_MS,
  })
  return { ...list, items: list.items ?? [], page: list.page ?? firstPage }
}
