'use client'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PageHead, ShowMore } from '@/components/list/list-page'
import { PageStatus, useTitle } from '@/components/session/page-status'
import { ProblemAlert } from '@/components/text/problem-text'
import { LIST_COLUMN } from '@/components/ui/further-looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { serverNow } from '@/lib/client/api/server-clock'
import { listen } from '@/lib/client/live/shared-sse-connection'
import type { LiveState } from '@/lib/client/live/tab-channel'
import { INBOX_PAGE, KEYS, toWaitingSet, type WaitingPage, type WaitingSet } from '@/lib/client/queries/keys'
import { useList } from '@/lib/client/queries/use-list'
import type { SessionView } from '@/lib/domain/session/view'
import { InboxSet } from './inbox-set'
import { useInboxFocus } from './use-inbox-focus'

type Props = { initialPage: WaitingPage; initialViews: SessionView[]; serverNow: number }

/** Everything that waits for a person, in all sessions, oldest first, to be decided right here. */
export function Inbox({ initialPage, initialViews, serverNow }: Props) {
  const t = useTranslations('inbox.inbox')
  const list = useRef<HTMLDivElement>(null)
  const now = useNow(serverNow)
  const waiting = useWaitingSets(initialPage)
  const { sets, drop } = useInboxSets(waiting.items)
  const ids = useMemo(() => sets.map(set => set.id), [sets])
  const inHand = useInboxFocus({ list, ids })
  const [announcement, setNews] = useState('')
  const { total: count, waitingCalls } = waiting.page
  useTitle(t(waitingCalls > 0 ? 'titleWaiting' : 'title', { count: waitingCalls }))
  return (
    <>
      <PageHead heading={t('heading')}>
        {count > 0 && <p className="text-small text-quiet">{t('count', { count, calls: waitingCalls })}</p>}
      </PageHead>
      <div ref={list} className="min-h-0 flex-1 scroll-py-4 overflow-y-auto focus-visible:-outline-offset-2">
        <div className={`${LIST_COLUMN} max-phone:gap-4 max-phone:px-2`}>
          {sets.map(set => (
            <InboxSet
              key={set.id}
              set={set}
              now={now}
              initialView={initialViews.find(({ session }) => session.id === set.sessionId)}
              isListed={waiting.items.some(({ id }) => id === set.id)}
              isInHand={set.id === inHand}
              onGone={drop}
              onAnnounce={setNews}
            />
          ))}
          {sets.length === 0 && (
            <div
              data-nothing
              tabIndex={-1}
              className="flex max-w-110 flex-col gap-2 py-12 focus-visible:outline-offset-8 max-phone:px-2"
            >
              <p className="text-title">{t('nothing')}</p>
              <p className="text-quiet">{t('nothingMeans')}</p>
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
 * The sets that wait, and those that have waited since the inbox was opened, until they are settled: what was decided here
 * stays in sight as long as it can be undone or runs.
 */
function useInboxSets(waiting: WaitingSet[]) {
  const [listed, setListed] = useState(waiting)
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const fresh = waiting.filter(({ id }) => !listed.some(set => set.id === id))
  if (fresh.length > 0) setListed([...listed, ...fresh])

  /** `isSettled`: it will never wait again. */
  const drop = useCallback((id: string, isSettled: boolean) => {
    setListed(sets => sets.filter(set => set.id !== id))
    if (isSettled) setSettled(ids => new Set([...ids, id]))
  }, [])

  const sets = useMemo(() => {
    const all = new Map([...listed, ...waiting].map(set => [set.id, set]))
    return [...all.values()].filter(({ id }) => !settled.has(id)).sort(byAge)
  }, [listed, waiting, settled])
  return { sets, drop }
}

const byAge = (one: WaitingSet, other: WaitingSet): number =>
  one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id)

/** The state of the stream, for a page that follows no session of its own. */
function useLiveState(): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => listen({ onState: setState }).leave, [])
  return state
}

const TICK_MS = 20_000

/** The current time, for ages in words. It starts with the server's, so that hydration matches. */
function useNow(first: number): number {
  const [now, setNow] = useState(first)
  useEffect(() => {
    const tick = (): void => setNow(serverNow())
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The stream announces changes; polling finds what it may have missed. */
const POLL_MS = 60_000

function useWaitingSets(firstPage: WaitingPage) {
  const {
    items = [],
    page = firstPage,
    ...list
  } = useList(KEYS.pendingSets, {
    read: async (cursor, signal): Promise<WaitingPage> => {
      const page = await fetchApi('GET /api/pending', { query: { cursor, limit: INBOX_PAGE }, signal })
      return { ...page, items: page.items.map(toWaitingSet) }
    },
    firstPage,
    refetchInterval: POLL_MS,
  })
  return { items, page, ...list }
}
