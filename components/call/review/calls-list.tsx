import { memo, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { CodeName, VisibleText } from '@/components/text/visible-text'
import { CHECK_BOX } from '@/components/ui/choice'
import { lineCountsOf } from '@/lib/client/diff/line-counts'
import { useGrowingCount } from '@/lib/client/page/use-growing-count'
import type { Call } from '@/lib/domain/call/call'
import { decisionOf } from '@/lib/domain/call/call-state'
import { RiskSign } from '../call-head'
import { targetOf } from '../call-target'
import { sightOf } from '../set/use-seen-calls'
import { verdictText } from '../verdict-line'
import { isMarkable, type SetReview } from './use-review'

type Props = { calls: readonly Call[]; review: SetReview }

/** The Calls of a set, a line each, with what somebody says they have seen. */
export function CallsList({ calls, review: { current, go, marks } }: Props) {
  const t = useTranslations('call.review')
  const count = useGrowingCount(calls.length)
  return (
    <ul
      aria-label={t('calls')}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain max-phone:hidden"
    >
      {calls.slice(0, count).map((call, index) => (
        <CallLine
          key={call.id}
          call={call}
          go={go}
          number={index + 1}
          isCurrent={call.id === current?.id}
          isMark={isMarkable(call) && marks.names.has(sightOf(call))}
          onMark={marks.toggle}
        />
      ))}
    </ul>
  )
}

type LineProps = {
  call: Call
  number: number
  isCurrent: boolean
  isMark: boolean
  go: SetReview['go']
  onMark: SetReview['marks']['toggle']
}

const LINE =
  'flex items-start gap-2 border-l-3 py-1 pr-4 pl-[0.8125rem] [content-visibility:auto] [contain-intrinsic-height:auto_3.5rem]'

const CallLine = memo(function CallLine({ call, number, isCurrent, isMark, go, onMark }: LineProps) {
  const t = useTranslations('call.review')
  const line = useRef<HTMLLIElement>(null)
  const textId = `line-${call.id}`
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li ref={line} className={`${LINE} ${isCurrent ? 'border-l-accent bg-hover' : 'border-l-transparent'}`}>
      <button
        type="button"
        aria-current={isCurrent || undefined}
        className="flex min-h-9 min-w-0 flex-1 cursor-pointer gap-2 rounded-base text-left text-small touch:min-h-11"
        onClick={() => go(call.id)}
      >
        <span className="min-w-5 text-quiet tabular-nums">{number}</span>
        <LineText call={call} textId={textId} />
      </button>
      {isMarkable(call) && (
        <span className="flex min-h-9 items-start justify-center pt-1 touch:min-h-11 touch:min-w-11">
          <input
            type="checkbox"
            aria-label={t('seen')}
            aria-describedby={textId}
            aria-keyshortcuts={isCurrent ? 'v' : undefined}
            className={`${CHECK_BOX} touch:size-6`}
            checked={isMark}
            onChange={() => onMark(call)}
          />
        </span>
      )}
    </li>
  )
})

/** What a Call is about, and what has been decided. A denied one is struck through. */
function LineText({ call, textId }: { call: Call; textId: string }) {
  const t = useTranslations('call.verdict')
  const decision = decisionOf(call)
  return (
    <span id={textId} className="min-w-0 flex-1">
      <span className={`flex justify-between gap-x-3 ${decision?.kind === 'deny' ? STRUCK : ''}`}>
        <CodeName className="font-semibold">{call.tool}</CodeName> <LinesChanged call={call} />
      </span>
      <span className={`line-clamp-2 wrap-anywhere ${decision?.kind === 'deny' ? STRUCK : ''}`}>
        {!decision && <RiskSign level={call.risk.level} word="sr-only" />}{' '}
        <VisibleText isLine>{targetOf(call)}</VisibleText>
      </span>
      {decision && (
        <span className="block text-quiet">
          <VisibleText>{verdictText(t, decision)}</VisibleText>
        </span>
      )}
    </span>
  )
}

const STRUCK = 'text-quiet line-through'

/** How much longer and shorter a Call makes files. */
export function LinesChanged({ call }: { call: Call }) {
  const t = useTranslations('call.callHead')
  const counts = lineCountsOf(call)
  if (!counts) return null
  const { added, removed } = counts
  return (
    <span className="flex flex-none gap-x-2 font-mono text-small">
      <span className="sr-only">{t('lines', counts)}</span>
      <span aria-hidden="true" className="text-added-sign">
        {added > 0 && `+${added}`}
      </span>
      <span aria-hidden="true" className="text-removed-sign empty:hidden">
        {removed > 0 && `−${removed}`}
      </span>
    </span>
  )
}
