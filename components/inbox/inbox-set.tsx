import Link from 'next/link'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { CallSummary, RiskSign } from '@/components/call/call-head'
import { ReviewSlot } from '@/components/call/review/review-place'
import { showCard } from '@/components/call/set/call-focus'
import { DecidingProvider, isMine } from '@/components/call/set/deciding'
import { PendingCalls } from '@/components/call/set/pending-calls'
import { HeldBar } from '@/components/call/set/set-bar'
import { useDeciding } from '@/components/call/set/use-deciding'
import { sightOf } from '@/components/call/set/use-seen-calls'
import { useAnnouncement } from '@/components/session/page-status'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { LINK } from '@/components/ui/further-looks'
import { useLiveSession } from '@/lib/client/live/use-live-session'
import type { WaitingSet } from '@/lib/client/queries/keys'
import { useSessionById } from '@/lib/client/queries/session-query'
import type { CallSet } from '@/lib/domain/call/call'
import { isWaiting } from '@/lib/domain/call/call-state'
import { completeView, type SessionView } from '@/lib/domain/session/view'

/** `decided`: nothing of it waits any more, after a decision here. `gone`: it will never wait again. */
export type SetState = 'waiting' | 'decided' | 'gone'

type Props = {
  set: WaitingSet
  initialView: SessionView | undefined
  now: number
  isSelected: boolean
  onStateChange: (set: WaitingSet, state: SetState) => void
  onSelect: (id: string) => void
  onAnnounce: (announcement: string) => void
}

/** A set as its session knows it: the document of the one that is selected, and how to undo what was decided in another. */
export function InboxSet({ set, initialView, now, isSelected, onStateChange, onSelect, onAnnounce }: Props) {
  const t = useTranslations('inbox.inboxSet')
  const { view, error, again } = useSessionById(set.sessionId, initialView)
  useLiveSession(set.sessionId)
  const calls = view?.openSets.find(({ id }) => id === set.id)?.calls
  const isDecided = calls?.some(call => isMine(call.id)) && !calls.some(isWaiting)
  const state = !calls ? 'gone' : isDecided ? 'decided' : 'waiting'
  const last = useRef(state)
  useLayoutEffect(() => {
    if (state !== last.current && last.current !== 'gone') onStateChange(set, state)
    last.current = state
  }, [state, onStateChange, set])
  if (view && calls) return <SetPanel {...{ set, view, now, isSelected, onSelect, onAnnounce }} />
  if (view || !isSelected) return null
  return (
    <div className={`${DOCUMENT} px-4`}>
      {error ? <ProblemAlert error={error} again={again} /> : <p className="text-quiet">{t('loading')}</p>}
    </div>
  )
}

type PanelProps = Omit<Props, 'initialView' | 'onStateChange'> & { view: SessionView }

function SetPanel({ set, view: whole, now, isSelected, onSelect, onAnnounce }: PanelProps) {
  const view = useMemo(() => {
    const openSets = whole.openSets.filter(({ id }) => id === set.id)
    return completeView({ ...whole, openSets })
  }, [whole, set.id])
  const deciding = useDeciding(view)
  const announcement = useAnnouncement(view)
  const lastNews = useRef('')
  useEffect(() => {
    // The page counts what waits at first.
    if (lastNews.current !== '' && announcement !== lastNews.current) onAnnounce(announcement)
    lastNews.current = announcement
  }, [announcement, onAnnounce])
  // Who came to it before it was loaded is led to its first Call.
  useLayoutEffect(() => {
    const card = document.querySelector<HTMLElement>('[data-set]:focus [data-call]')
    if (card) showCard(card)
  }, [])
  const head = (
    <p className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-2.5">
      <Link href={`/sessions/${set.sessionId}`} prefetch={false} className={TITLE}>
        <VisibleText isLine>{view.session.title}</VisibleText>
      </Link>
      <Age since={sinceOf(view.openSets[0] ?? set)} now={now} />
    </p>
  )
  return (
    <DecidingProvider value={deciding}>
      <ReviewSlot sets={view.openSets}>
        {isSelected ? (
          <div className={DOCUMENT}>
            <PendingCalls slot="paper" view={view} head={head} />
          </div>
        ) : (
          <HeldBar sets={view.openSets} onUndone={() => onSelect(set.id)} />
        )}
      </ReviewSlot>
    </DecidingProvider>
  )
}

/** Beside the list, or below the line of the list that it stands for. */
const DOCUMENT =
  'max-phone:hidden max-phone:group-data-opened/inbox:block my-2 desk:absolute desk:inset-y-0 desk:right-0 desk:left-88 desk:m-0 desk:flex desk:flex-col desk:p-4'

const TITLE = `min-w-0 touch:min-w-11 touch:py-2.5 wrap-anywhere font-semibold ${LINK}`

/** How long it has waited, `short` in few letters. */
const Age = ({ since, now, style = 'long' }: { since: string; now: number; style?: 'long' | 'short' }) => (
  <time dateTime={since} className={NOTE}>
    {useFormatter().relativeTime(Math.min(Date.parse(since), now), { now, style })}
  </time>
)

const NOTE = 'flex-none font-normal text-quiet text-small'

const sinceOf = ({ calls, createdAt }: CallSet): string =>
  calls.flatMap(call => (isWaiting(call) ? [call.since] : [])).sort()[0] ?? createdAt

type RowProps = Pick<Props, 'set' | 'now' | 'isSelected' | 'onSelect'> & {
  isDecided: boolean
  /** Plain reads only, each shown whole in its line, which counts as seen. */
  isLowRisk: boolean
}

/** A set in the list. On a narrow screen its document stands in its place. */
export function InboxRow({ set, now, isSelected, isDecided, isLowRisk, onSelect }: RowProps) {
  const t = useTranslations('inbox.inboxSet')
  const calls = set.calls.filter(isWaiting)
  const level = RISKS.find(risk => calls.some(call => call.risk.level === risk))
  return (
    <button
      type="button"
      aria-current={isSelected || undefined}
      className={ROW}
      onClick={() => onSelect(set.id)}
    >
      <span className="flex items-baseline justify-between gap-x-3 font-semibold">
        <span className="truncate">
          <VisibleText isLine>{set.sessionTitle}</VisibleText>
        </span>
        {isDecided ? (
          <span className={NOTE}>{t('decided')}</span>
        ) : (
          <Age since={sinceOf(set)} now={now} style="short" />
        )}
      </span>
      {isLowRisk ? (
        calls.map(call => (
          <span
            key={call.id}
            data-sight={sightOf(call)}
            data-part="preview"
            className="text-small wrap-anywhere"
          >
            <CallSummary call={call} />
          </span>
        ))
      ) : (
        <span className="flex items-baseline gap-x-3 text-small">
          <span className="min-w-0 truncate">{calls[0] && <CallSummary call={calls[0]} />}</span>
          <span className="grow text-quiet">{calls.length > 1 && `+${calls.length - 1}`}</span>
          {level && (
            <span className="flex-none max-phone:-order-1">
              <RiskSign level={level} word="max-phone:sr-only" />
            </span>
          )}
        </span>
      )}
    </button>
  )
}

const RISKS = ['high', 'medium', 'low'] as const

const ROW =
  'flex w-full cursor-pointer flex-col border-hairline border-b px-4 py-2 text-start hover:bg-hover desk:aria-[current]:bg-hover focus-visible:-outline-offset-2 phone:aria-[current]:hidden max-phone:group-data-opened/inbox:aria-[current]:hidden desk:aria-[current]:flex'
