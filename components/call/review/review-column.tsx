import { memo, startTransition, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Choice } from '@/components/ui/choice'
import { useGrowingCount } from '@/lib/client/page/use-growing-count'
import type { Call, CallSet, WaitingCall } from '@/lib/domain/call/call'
import { isWaiting } from '@/lib/domain/call/call-state'
import { whyNotDecide } from '@/lib/domain/call/capabilities'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { CallBody } from '../call-card'
import { CallFacts, CallSummary } from '../call-head'
import { cardHeight } from '../call-target'
import { type DiffLine, LineActionProvider } from '../preview/diff-line'
import { DecidedRow, toolsBefore } from '../set/decided-row'
import { sightOf } from '../set/use-seen-calls'
import { LinesChanged } from './calls-list'
import { isMarkable, type SetReview } from './use-review'

type Props = { set: CallSet; review: SetReview }

/** On a phone a Call is a page: the next one is beside it. */
const COLUMN =
  'relative min-h-0 flex-1 overflow-y-auto overscroll-contain bg-paper max-phone:flex max-phone:snap-x max-phone:snap-mandatory max-phone:overflow-x-auto max-phone:overflow-y-hidden max-phone:cramped:min-h-[80dvh] max-phone:cramped:overscroll-auto'

/** All Calls of a set with what each would do, one under the other. */
export function ReviewColumn({ set, review: { column, current, follow, take, comment, marks } }: Props) {
  const count = useGrowingCount(set.calls.length)
  return (
    <div ref={column} className={COLUMN} onScroll={follow}>
      {set.calls.map((call, index) => {
        if (index >= count && call.id !== current?.id) return null
        return (
          <ReviewCall
            key={call.id}
            call={call}
            take={take}
            comment={comment}
            behind={toolsBefore(call, set)}
            number={index + 1}
            isCurrent={call.id === current?.id}
            isMark={isMarkable(call) && marks.names.has(sightOf(call))}
            onMark={marks.toggle}
          />
        )
      })}
      {/* The last one, too, can be scrolled to the top. */}
      <div aria-hidden="true" className="h-[80dvh] max-phone:hidden" />
    </div>
  )
}

type CallProps = {
  call: Call
  behind: string
  number: number
  isCurrent: boolean
  /** Somebody says that they have viewed it: it is folded. */
  isMark: boolean
  take: SetReview['take']
  comment: SetReview['comment']
  onMark: SetReview['marks']['toggle']
}

const GROUP =
  'border-hairline border-b border-l-3 bg-surface focus-visible:-outline-offset-2 [content-visibility:auto] max-phone:w-full max-phone:flex-none max-phone:snap-start max-phone:snap-always max-phone:overflow-y-auto max-phone:border-b-0 max-phone:border-l-0'

const ReviewCall = memo(function ReviewCall({ call, behind, take, comment, ...rest }: CallProps) {
  const { number, isCurrent, isMark, onMark } = rest
  const group = useRef<HTMLElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = group.current
    // What is more than a screen away is not rendered.
    const observer = new IntersectionObserver(
      entries => {
        if (entries.at(-1)?.isIntersecting) startTransition(() => setIsNear(true))
      },
      { root: element?.parentElement, rootMargin: '100%' },
    )
    if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const textId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <section
      ref={group}
      role="group"
      aria-label={withVisibleEscapes(call.tool)}
      aria-describedby={textId}
      aria-current={isCurrent || undefined}
      tabIndex={-1}
      data-review={call.id}
      data-sight={isWaiting(call) ? sightOf(call) : undefined}
      style={{ containIntrinsicHeight: `auto ${heightOf(call, isMark)}` }}
      className={`${GROUP} ${isCurrent ? 'border-l-accent' : 'border-l-transparent'}`}
      onPointerDown={() => take(call.id)}
      onFocus={() => take(call.id)}
    >
      {isWaiting(call) ? (
        <>
          <Head call={call} number={number} textId={textId} isMark={isMark} onMark={onMark} />
          {!isMark &&
            (isNear ? (
              <Body call={call} comment={comment} />
            ) : (
              <div style={{ height: heightOf(call, false) }} />
            ))}
        </>
      ) : (
        <div id={textId}>
          <DecidedRow call={call} behind={behind} />
        </div>
      )}
    </section>
  )
})

/** About as high as it will be, so that little moves once it is there. */
const heightOf = (call: Call, isFolded: boolean): string =>
  isWaiting(call) && !isFolded ? cardHeight(call) : '4rem'

type HeadProps = Pick<CallProps, 'number' | 'isMark' | 'onMark'> & {
  call: WaitingCall
  textId: string
}

const HEAD =
  'sticky top-0 z-1 flex flex-wrap items-center gap-x-3 border-hairline border-b bg-surface px-4 py-2'

function Head({ call, number, textId, isMark, onMark }: HeadProps) {
  const t = useTranslations('call.review')
  return (
    <header data-part="head" className={HEAD}>
      <span aria-hidden="true" className="text-quiet text-small tabular-nums max-phone:hidden">
        {number}
      </span>
      <h3 className="font-mono font-semibold text-small">
        <VisibleText isLine>{call.tool}</VisibleText>
      </h3>
      <p id={textId} className="min-w-[min(12.5rem,100%)] grow basis-0 wrap-anywhere">
        <CallSummary call={call} />
      </p>
      <span className="text-small">
        <LinesChanged call={call} />
      </span>
      {/* The checkbox in the list says the same to whoever does not point here. */}
      {isMarkable(call) && (
        <span aria-hidden="true" className="text-small max-phone:hidden">
          <Choice isInline tabIndex={-1} checked={isMark} onValue={() => onMark(call)}>
            {t('seen')}
          </Choice>
        </span>
      )}
      <div className="basis-full">
        <CallFacts call={call} />
      </div>
    </header>
  )
}

/** Not rendered anew as others are read. */
const Body = memo(function Body({ call, comment }: Pick<CallProps, 'comment'> & { call: WaitingCall }) {
  const act = useCallback((line: DiffLine) => comment?.(call, line), [comment, call])
  return (
    <div className="px-4 py-3">
      <LineActionProvider value={comment && whyNotDecide(call, 'deny') === null ? act : null}>
        <CallBody call={call} mode="look" isChanged={false} />
      </LineActionProvider>
    </div>
  )
})
