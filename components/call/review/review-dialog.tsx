'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Check } from '@/components/ui/choice'
import { SHEET } from '@/components/ui/looks'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import type { CallSet } from '@/lib/domain/call/call'
import { isFocusLost, placeFocus } from '../set/call-focus'
import { sightOf } from '../set/use-seen-calls'
import { ApproveSeen } from './approve-seen'
import { CallsList } from './calls-list'
import { ReviewColumn } from './review-column'
import { ReviewFoot } from './review-foot'
import { isMarkable, useSetReview } from './use-review'

type Props = {
  /** Undefined once it is settled. */
  set: CallSet | undefined
  onClose: () => void
}

const WHOLE_WINDOW = `m-auto h-[calc(100dvh-32px)] max-h-none w-[calc(100vw-32px)] max-w-none overflow-hidden p-0 open:flex max-phone:h-dvh max-phone:w-screen max-phone:rounded-none max-phone:border-0 ${SHEET}`

/** A set of several Calls, full height: what there is on the left, what each would do on the right. */
export function ReviewDialog({ set, onClose }: Props) {
  const t = useTranslations('call.review')
  useFocusBack()
  useCloseElsewhere(onClose)
  return (
    <SheetDialog label={t('name')} className={WHOLE_WINDOW} onClose={onClose}>
      {set ? (
        <Review set={set} onClose={onClose} />
      ) : (
        <div className="m-auto flex flex-col items-center gap-4 p-6">
          <p role="status">{t('settled')}</p>
          <Button onClick={onClose}>{t('close')}</Button>
        </div>
      )}
    </SheetDialog>
  )
}

/** The button that opened the review takes the focus again; where it has gone, the dock, or else the transcript. */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const others = document.querySelector('[data-dock][tabindex]') ?? document.querySelector('[role="log"]')
      const target = opener?.isConnected && opener !== document.body ? opener : others
      if (target instanceof HTMLElement && isFocusLost()) placeFocus(target)
    },
    [opener],
  )
}

/** Whoever goes to another page, as by the browser's button, has left the review. */
function useCloseElsewhere(onClose: () => void): void {
  const [path] = useState(() => location.pathname)
  useEffect(() => {
    if (location.pathname !== path) onClose()
  })
}

/** In a very low window all of it scrolls, so that what is read has room. */
const PANES = 'flex min-h-0 min-w-0 flex-1 max-phone:flex-col max-phone:cramped:overflow-y-auto'

const SIDE =
  'flex w-[min(20rem,40vw)] flex-none flex-col border-hairline border-r max-phone:w-full max-phone:border-r-0 min-[90rem]:w-96'

type ReviewProps = Pick<Props, 'onClose'> & { set: CallSet }

function Review({ set, onClose }: ReviewProps) {
  const t = useTranslations('call.review')
  const review = useSetReview({ set, onClose })
  const { waiting, marks } = review
  return (
    <div className={PANES}>
      <div className={SIDE}>
        <h2 className="px-4 pt-3 pb-2 font-semibold text-title max-phone:hidden">{t('name')}</h2>
        <CallsList calls={set.calls} review={review} />
        <Pager set={set} review={review} />
        <ApproveSeen waiting={waiting} onClose={onClose} marks={marks.names} />
      </div>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ReviewColumn set={set} review={review} />
        <ReviewFoot review={review} />
      </div>
    </div>
  )
}

type PagerProps = { set: CallSet; review: Pick<ReturnType<typeof useSetReview>, 'current' | 'go' | 'marks'> }

/** On a phone there is one Call at a time. */
function Pager({ set: { calls }, review: { current, go, marks } }: PagerProps) {
  const t = useTranslations('call.review')
  const at = calls.findIndex(({ id }) => id === current?.id)
  const step = (by: number): void => {
    const next = calls[at + by]
    if (next) go(next.id)
  }
  return (
    <div className="flex items-center gap-2 px-4 pt-2 phone:hidden">
      <Button off={at <= 0} onClick={() => step(-1)}>
        {t('previous')}
      </Button>
      <p className="grow text-center text-small">
        {t('place', { number: String(at + 1), count: String(calls.length) })}
      </p>
      {current && isMarkable(current) && (
        <Check checked={marks.names.has(sightOf(current))} onChange={() => marks.toggle(current)}>
          {t('seen')}
        </Check>
      )}
      <Button off={at >= calls.length - 1} onClick={() => step(1)}>
        {t('next')}
      </Button>
    </div>
  )
}
