'use client'

import Link from 'next/link'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DecidingProvider } from '@/components/call/deciding'
import { PendingCalls } from '@/components/call/pending-calls'
import { useDeciding } from '@/components/call/use-deciding'
import { useNews } from '@/components/session/use-news'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { isProblem } from '@/lib/client/api-problem'
import { useSessionById } from '@/lib/client/session-query'
import { useLiveSession } from '@/lib/client/use-live-session'
import { useStill } from '@/lib/client/use-still'
import type { WaitingSet } from '@/lib/client/waiting-set'
import { isWaiting } from '@/lib/domain/call-state'
import { completeView, type SessionView } from '@/lib/domain/view'
import { PauseAge } from './pause-age'

type Props = {
  set: WaitingSet
  given: SessionView | undefined
  now: number
  /** It is in the list of those that wait. */
  isListed: boolean
  isInHand: boolean
  onGone: (id: string, isSettled: boolean) => void
  onNews: (news: string) => void
}

/** One set that waits, as its session knows it, and may be decided as it may there. */
export function InboxSet({ set, given, now, isListed, isInHand, onGone, onNews }: Props) {
  const { view, error, again } = useSessionById(set.sessionId, given)
  useLiveSession(set.sessionId)
  const isThere = view?.openSets.some(({ id }) => id === set.id) ?? false
  const [wasThere, setWasThere] = useState(isThere)
  if (isThere && !wasThere) setWasThere(true)
  const isDeleted = isProblem(error, 'not_found')
  const isGone = isDeleted || (view !== undefined && !isThere && (wasThere || !isListed))
  useEffect(() => {
    if (isGone) onGone(set.id, wasThere || isDeleted)
  }, [isGone, onGone, set.id, wasThere, isDeleted])
  if (isGone) return null
  return (
    <div data-set={set.id} data-in-hand={isInHand || undefined} tabIndex={-1} className="inbox-set">
      {view && isThere ? (
        <Waiting {...{ set, view, now, isInHand, onNews }} />
      ) : (
        <Unread {...{ set, now }} again={error ? again : null} />
      )}
    </div>
  )
}

type WaitingProps = Pick<Props, 'set' | 'now' | 'isInHand' | 'onNews'> & { view: SessionView }

function Waiting({ set, view, now, isInHand, onNews }: WaitingProps) {
  const latest = useMemo(() => withOnly(view, set.id), [view, set.id])
  const still = useStill(latest, '[data-dock]')
  const deciding = useDeciding(still)
  const inHand = useRef(isInHand)
  const news = useNews(still, deciding.isMine)
  const told = useRef('')
  useEffect(() => {
    inHand.current = isInHand
  }, [isInHand])
  useEffect(() => {
    // What waits at first is counted by the page.
    if (told.current !== '' && news !== told.current) onNews(news)
    told.current = news
  }, [news, onNews])
  const isElsewhere = useCallback(() => !inHand.current, [])
  const head = <Head set={set} title={view.session.title} since={sinceOf(still) ?? set.createdAt} now={now} />
  return (
    <DecidingProvider value={deciding}>
      <PendingCalls view={still} isWriting={isElsewhere} head={head} />
    </DecidingProvider>
  )
}

/** What waits in a session beside this set has a place of its own in the list. */
const withOnly = (view: SessionView, setId: string): SessionView =>
  completeView({ ...view, openSets: view.openSets.filter(({ id }) => id === setId) })

const sinceOf = (view: SessionView): string | undefined =>
  view.openSets
    .flatMap(({ calls }) => calls)
    .filter(isWaiting)
    .map(({ since }) => since)
    .sort()[0]

type HeadProps = { set: WaitingSet; title: string; since: string; now: number }

const Head = ({ set, title, since, now }: HeadProps) => (
  <p className="inbox-head">
    <Link href={`/sessions/${set.sessionId}`} prefetch={false} className="inbox-link">
      <VisibleText isLine>{title}</VisibleText>
    </Link>
    <span className="text-small text-quiet">
      <PauseAge since={since} now={now} />
    </span>
  </p>
)

type UnreadProps = { set: WaitingSet; now: number; again: (() => void) | null }

/** In the place of a set whose session has not been read yet, or could not be. */
function Unread({ set, now, again }: UnreadProps) {
  const t = useTranslations('inbox.inboxSet')
  return (
    <div className="inbox-unread">
      <Head set={set} title={set.sessionTitle} since={set.createdAt} now={now} />
      {again ? (
        <p role="alert" className="flex flex-wrap items-center gap-3 px-4 pb-3">
          {t('failed')}
          <Button onClick={again}>{t('again')}</Button>
        </p>
      ) : (
        <p className="px-4 pb-3 text-quiet">{t('reading')}</p>
      )}
    </div>
  )
}
