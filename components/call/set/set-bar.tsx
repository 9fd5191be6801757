import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '@/components/shell/me'
import { ProblemText } from '@/components/text/problem-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { SET_BAR } from '@/components/ui/further-looks'
import { Key } from '@/components/ui/kbd'
import { keyRefusal } from '@/lib/client/decisions/key-command'
import { isRead } from '@/lib/client/decisions/read-groups'
import { useObservable } from '@/lib/client/page/page-state'
import { useSecondsTo } from '@/lib/client/page/use-seconds-to'
import type { ApprovedCall, Call, CallSet, WaitingCall } from '@/lib/domain/call/call'
import { decisionOf } from '@/lib/domain/call/call-state'
import { whyNotDecide, whyNotUndo } from '@/lib/domain/call/capabilities'
import { DecisionButton } from '../decision-button'
import { ReviewButton } from '../review/review-place'
import { useDecidingHere } from './deciding'
import { AllowReads, useDecideAll } from './use-decide-all'

/** Decides about all waiting Calls of a set at once. */
export function SetBar({ setId, calls }: { setId: string; calls: WaitingCall[] }) {
  const t = useTranslations('call.setBar')
  const { mayDecide } = useDecidingHere()
  const tUnread = useTranslations('call.unread')
  const { unread, isBusy, version, problem, denial, opener, ...act } = useDecideAll(calls)
  const refusal = useObservable(keyRefusal)
  const isMany = calls.length > 1
  const isSeveral = isMany && calls.every(call => whyNotDecide(call, 'approve') === null)
  const isReads = calls.every(isRead)
  if (!mayDecide || !(isMany || isReads || denial || problem)) return null
  return (
    <div data-set-id={setId} className={SET_BAR}>
      {problem && <div className="basis-full">{problem}</div>}
      {denial || (
        <>
          {refusal?.why === 'unreadSet' && calls.some(({ id }) => id === refusal.callId) && (
            <p role="status" className="basis-full text-end text-quiet text-small">
              {tUnread('unreadSet')}
            </p>
          )}
          {isSeveral && <Button {...opener}>{t('denyAll')}</Button>}
          {isMany && <ReviewButton setId={setId} />}
          {isReads && <AllowReads version={version} off={isBusy || unread > 0} onClick={act.allowReads} />}
          {isSeveral && (
            <DecisionButton
              off={isBusy}
              version={version}
              className="ml-auto max-phone:basis-full!"
              aria-keyshortcuts="a"
              data-unread={unread || undefined}
              onClick={act.approve}
            >
              {t('approveAll', { count: calls.length, unread: String(unread) })} <Key>a</Key>
            </DecisionButton>
          )}
        </>
      )}
    </div>
  )
}

/** What its reader has approved and is held for a moment is undone in one place: one after the other would take too long. */
export function HeldBar({ sets, onUndone }: { sets: CallSet[]; onUndone?: () => void }) {
  const t = useTranslations('call.undo')
  const { undo, busy } = useDecidingHere()
  const me = useMe()
  const [problem, setProblem] = useState<ReactNode>(null)
  const calls = sets
    .flatMap(set => set.calls)
    .filter((call): call is ApprovedCall => isHeld(call) && decisionOf(call)?.by.id === me.id)
  const [first] = calls
  const seconds = useSecondsTo(first?.startsAt, first && decisionOf(first)?.at)
  const alert = problem && <Alert className="mx-4 mb-2">{problem}</Alert>
  if (calls.length === 0) return alert
  const ids = calls.map(call => call.id)
  const undoAll = async (): Promise<void> => {
    setProblem(null)
    const problem = await undo(ids)
    const isLate = problem?.code === 'already_started'
    if (!problem) onUndone?.()
    // For a single call, its verdict line says this, where that is shown.
    const isSaid = ids.length === 1 && !onUndone
    setProblem(isLate ? !isSaid && t('someStarted') : problem && <ProblemText error={problem} />)
  }
  return (
    <>
      {alert}
      <div className={`${SET_BAR} justify-between`}>
        <p className="text-small">{t(seconds > 0 ? 'startsIn' : 'held', { count: ids.length, seconds })}</p>
        <Button className="max-phone:grow-0" off={ids.some(id => busy.has(id))} onClick={undoAll}>
          {t('undo')}
        </Button>
      </div>
    </>
  )
}

const isHeld = (call: Call): boolean =>
  call.state === 'approved' && call.startsAt !== undefined && whyNotUndo(call) === null
