'use client'

import Link from 'next/link'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { ReviewSlot } from '@/components/call/review/review-place'
import { DecidingProvider } from '@/components/call/set/deciding'
import { PendingCalls } from '@/components/call/set/pending-calls'
import { useDeciding } from '@/components/call/set/use-deciding'
import { useAnnouncement } from '@/components/session/page-status'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { LINK } from '@/components/ui/further-looks'
import { isProblem } from '@/lib/client/api/fetch-api'
import { useLiveSession } from '@/lib/client/live/use-live-session'
import type { WaitingSet } from '@/lib/client/queries/keys'
import { useSessionById } from '@/lib/client/queries/session-query'
import { isWaiting } from '@/lib/domain/call/call-state'
import { completeView, type SessionView } from '@/lib/domain/session/view'

type Props = {
  set: WaitingSet
  initialView: SessionView | undefined
  now: number
  /** Whether it is in the list of waiting sets. */
  isListed: boolean
  isInHand: boolean
  onGone: (id: string, isSettled: boolean) => void
  onAnnounce: (announcement: string) => void
}

/** One waiting set, as its session knows it; it can be decided here as there. */
export function InboxSet({ set, initialView, now, isListed, isInHand, onGone, onAnnounce }: Props) {
  const { view, error, again } = useSessionById(set.sessionId, initialView)
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
    <div data-set={set.id} tabIndex={-1} className="focus-visible:outline-offset-4">
      {view && isThere ? (
        <WaitingCalls set={set} view={view} now={now} isInHand={isInHand} onAnnounce={onAnnounce} />
      ) : (
        <Placeholder set={set} now={now} error={error} again={again} />
      )}
    </div>
  )
}

type WaitingProps = Pick<Props, 'set' | 'now' | 'isInHand' | 'onAnnounce'> & { view: SessionView }

function WaitingCalls({ set, view: whole, now, isInHand, onAnnounce }: WaitingProps) {
  const view = useMemo(() => {
    const openSets = whole.openSets.filter(({ id }) => id === set.id)
    return completeView({ ...whole, openSets })
  }, [whole, set.id])
  const deciding = useDeciding(view)
  const announcement = useAnnouncement(view, deciding.isMine)
  const lastNews = useRef('')
  useEffect(() => {
    // The page counts what waits at first.
    if (lastNews.current !== '' && announcement !== lastNews.current) onAnnounce(announcement)
    lastNews.current = announcement
  }, [announcement, onAnnounce])
  const calls = view.openSets.flatMap(({ calls }) => calls.filter(isWaiting))
  const [since = set.createdAt] = calls.map(call => call.since).sort()
  const head = <Head set={set} title={view.session.title} since={since} now={now} />
  return (
    <DecidingProvider value={deciding}>
      <ReviewSlot sets={view.openSets}>
        <PendingCalls slot="paper" view={view} isInHand={isInHand} head={head} />
      </ReviewSlot>
    </DecidingProvider>
  )
}

type HeadProps = { set: WaitingSet; title: string; since: string; now: number }

function Head({ set, title, since, now }: HeadProps) {
  const age = useFormatter().relativeTime(Math.min(Date.parse(since), now), now)
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-2.5">
      <Link
        href={`/sessions/${set.sessionId}`}
        prefetch={false}
        className={`min-w-0 wrap-anywhere font-semibold ${LINK}`}
      >
        <VisibleText isLine>{title}</VisibleText>
      </Link>
      <time dateTime={since} className="whitespace-nowrap text-small text-quiet">
        {age}
      </time>
    </p>
  )
}

type PlaceholderProps = { set: WaitingSet; now: number; error: Error | null; again: () => void }

/** Stands for a set whose session is not loaded yet, or could not be loaded. */
function Placeholder({ set, now, error, again }: PlaceholderProps) {
  const t = useTranslations('inbox.inboxSet')
  return (
    <div className="min-h-40 rounded-base border border-hairline bg-surface">
      <Head set={set} title={set.sessionTitle} since={set.createdAt} now={now} />
      <div className="px-4 pb-3">
        <ProblemAlert error={error} again={again} />
        {!error && <p className="text-quiet">{t('loading')}</p>}
      </div>
    </div>
  )
}
