import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeName, VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Choice } from '@/components/ui/choice'
import { SHEET } from '@/components/ui/looks'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import type { CallSet } from '@/lib/domain/call/call'
import { isWaiting } from '@/lib/domain/call/call-state'
import { targetOf } from '../call-target'
import { CardFoot } from '../card-foot'
import { DecisionButton } from '../decision-button'
import { isFocusLost, placeFocus } from '../set/call-focus'
import { useDecidingHere } from '../set/deciding'
import { useDecideAll } from '../set/use-decide-all'
import { sightOf } from '../set/use-seen-calls'
import { CallsList } from './calls-list'
import { ReviewColumn } from './review-column'
import { isMarkable, type SetReview, useSetReview } from './use-review'

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
  'flex w-[min(20rem,40vw)] flex-none flex-col border-hairline border-r max-phone:w-full max-phone:flex-row max-phone:flex-wrap max-phone:items-center max-phone:gap-1 max-phone:border-r-0 max-phone:border-b max-phone:p-1 min-[90rem]:w-96'

function Review({ set, onClose }: Pick<Props, 'onClose'> & { set: CallSet }) {
  const t = useTranslations('call.review')
  const review = useSetReview({ set, onClose })
  return (
    <div className={PANES}>
      <div className={SIDE}>
        <h2 className="px-4 pt-3 pb-2 font-semibold text-title max-phone:hidden">{t('name')}</h2>
        <CallsList calls={set.calls} review={review} />
        <Pager set={set} review={review} />
        <ApproveSeen review={review} onClose={onClose} />
      </div>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ReviewColumn set={set} review={review} />
        <Foot review={review} />
      </div>
    </div>
  )
}

/** On a phone there is one Call at a time. */
function Pager({ set: { calls }, review: { current, go, marks } }: { set: CallSet; review: SetReview }) {
  const t = useTranslations('call.review')
  const at = calls.findIndex(({ id }) => id === current?.id)
  return (
    <div className="flex items-center gap-1 text-small phone:hidden">
      {(['previous', 'next'] as const).map(name => {
        const to = at + (name === 'next' ? 1 : -1)
        return (
          <Button
            key={name}
            variant="bare"
            shape="round"
            aria-label={t(name)}
            off={!calls[to]}
            onClick={() => go(calls[to]?.id ?? '')}
          >
            {name === 'next' ? '›' : '‹'}
          </Button>
        )
      })}
      <p className="tabular-nums">{t('place', { number: String(at + 1), count: String(calls.length) })}</p>
      {current && isMarkable(current) && (
        <Choice isInline checked={marks.names.has(sightOf(current))} onValue={() => marks.toggle(current)}>
          {t('seen')}
        </Choice>
      )}
    </div>
  )
}

type SeenProps = { review: SetReview; onClose: () => void }

/**
 * Approves what somebody says they have viewed, and nothing else. That is their word; what the record gets of each Call is
 * how much of it has been on screen.
 */
function ApproveSeen({ review: { waiting, marks }, onClose }: SeenProps) {
  const t = useTranslations('call.review')
  const { mayDecide } = useDecidingHere()
  const markable = waiting.filter(isMarkable)
  const calls = markable.filter(call => marks.names.has(sightOf(call)))
  const { unread, isBusy, version, approve, problem } = useDecideAll(calls)
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-hairline border-t px-4 pt-2 pb-3 max-phone:contents">
      <p role="status" className="grow basis-full text-small max-phone:sr-only">
        {t('progress', { count: calls.length, all: markable.length })}
      </p>
      {problem}
      {mayDecide && (
        <DecisionButton
          className="max-phone:min-w-0 max-phone:flex-1 max-phone:basis-22 max-phone:whitespace-normal max-phone:px-1 max-phone:text-small/4"
          off={isBusy || calls.length === 0}
          version={version}
          onClick={approve}
        >
          {t('approveSeen', { unread: String(unread) })}
        </DecisionButton>
      )}
      <Button variant="bare" shape="round" aria-label={t('close')} className="ml-auto" onClick={onClose}>
        <span aria-hidden="true">✕</span>
      </Button>
    </div>
  )
}

const FOOT =
  'flex-none border-hairline border-t bg-surface px-4 pt-2 has-[form]:max-h-[70%] has-[form]:overflow-y-auto'

/** What can be done with the Call that is read. */
function Foot({ review: { foot, current, form, setForm } }: { review: SetReview }) {
  const t = useTranslations('call.review')
  if (!current || !isWaiting(current))
    return (
      <div ref={foot} className={FOOT}>
        <p className="py-3 text-quiet">{t('decided')}</p>
      </div>
    )
  return (
    <div ref={foot} className={FOOT}>
      <p className="truncate text-quiet text-small max-phone:hidden low:hidden">
        <CodeName>{current.tool}</CodeName> <VisibleText isLine>{targetOf(current)}</VisibleText>
      </p>
      <CardFoot
        key={current.id}
        call={current}
        mode={form?.mode ?? 'look'}
        setMode={mode => setForm(mode === 'look' ? null : { callId: current.id, mode })}
        isCurrent
      />
    </div>
  )
}
