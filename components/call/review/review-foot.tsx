import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { useObservable } from '@/lib/client/page/page-state'
import { isWaiting } from '@/lib/domain/call/call-state'
import { targetOf } from '../call-target'
import { CardFoot } from '../card-foot'
import { FirstReasonProvider } from '../forms/text-form'
import { useDecidingHere } from '../set/deciding'
import { useLineName } from './line-comments'
import { commentsOn, denialReason, reviewNotes } from './review-notes'
import { groupIn, type useSetReview } from './use-review'

type Review = ReturnType<typeof useSetReview>

type Props = { review: Pick<Review, 'column' | 'foot' | 'current' | 'form' | 'setForm'> }

const FOOT =
  'flex-none border-hairline border-t bg-surface px-4 pt-2 has-[form]:max-h-[70%] has-[form]:overflow-y-auto'

/** What can be done with the Call that is read. What was said about its lines is the reason of its denial. */
export function ReviewFoot({ review: { column, foot, current, form, setForm } }: Props) {
  const t = useTranslations('call.review')
  const { busy } = useDecidingHere()
  const nameOf = useLineName()
  const { comments } = useObservable(reviewNotes)
  if (!current || !isWaiting(current))
    return (
      <div ref={foot} className={FOOT}>
        <p className="py-3 text-quiet">{t('decided')}</p>
      </div>
    )
  return (
    <div ref={foot} className={FOOT}>
      <p className="truncate text-quiet text-small max-phone:hidden low:hidden">
        <span className="font-mono">
          <VisibleText isLine>{current.tool}</VisibleText>
        </span>{' '}
        <VisibleText isLine>{targetOf(current)}</VisibleText>
      </p>
      <FirstReasonProvider value={denialReason(commentsOn(current.id, comments), nameOf)}>
        <CardFoot
          key={current.id}
          call={current}
          mode={form?.mode ?? 'look'}
          setMode={mode => setForm(mode === 'look' ? null : { callId: current.id, mode })}
          isCurrent
          isBusy={busy.has(current.id)}
          onBack={mode => {
            const opener = foot.current?.querySelector<HTMLElement>(`[data-form~="${mode}"]`)
            ;(opener ?? groupIn(column.current, current.id))?.focus()
          }}
        />
      </FirstReasonProvider>
    </div>
  )
}
