'use client'

import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { SET_BAR, SET_HINT } from '@/components/ui/further-looks'
import { Key } from '@/components/ui/kbd'
import { extentOf } from '@/lib/client/decisions/seen-rule'
import { useSteady } from '@/lib/client/decisions/use-steady'
import type { WaitingCall } from '@/lib/domain/call/call'
import { whyNotDecide } from '@/lib/domain/call/capabilities'
import type { DecisionInput } from '@/lib/domain/call/decision-request'
import { DecisionButton } from '../decision-button'
import { ReviewButton } from '../review/review-place'
import { HOLD_MS, useDecidingHere } from './deciding'
import { sightOf, useSeenNames } from './use-seen-calls'

const READS = { scope: 'session' as const, matchers: [], reads: true }

type Props = { setId: string; calls: WaitingCall[]; onProblem: (problem: ReactNode) => void }

/** Decides about all waiting Calls of a set at once. */
export function SetBar({ setId, calls, onProblem }: Props) {
  const { decide, busy, mayDecide } = useDecidingHere()
  const seenNames = useSeenNames()
  const isSeveral = calls.length > 1 && calls.every(call => whyNotDecide(call, 'approve') === null)
  const isReads = calls.every(isRead)
  const isMany = calls.length > 1
  if (!mayDecide || (!isMany && !isReads)) return null
  const rule = async (ruling: (call: WaitingCall, index: number) => DecisionInput, holdMs = 0) => {
    onProblem(null)
    const decisions = calls.map(
      (call, index): DecisionInput => ({
        seen: extentOf(seenNames.has(sightOf(call))),
        ...ruling(call, index),
      }),
    )
    const problem = await decide(setId, decisions, holdMs)
    onProblem(problem && <ProblemText error={problem} />)
  }
  return (
    <Bar
      setId={setId}
      version={calls.map(sightOf).join('\n')}
      unseen={calls.filter(call => !seenNames.has(sightOf(call))).length}
      isBusy={calls.some(call => busy.has(call.id))}
      isMany={isMany}
      isSeveral={isSeveral}
      isReads={isReads}
      onApprove={() => rule(approvedCall, HOLD_MS)}
      onDeny={() => rule(call => ({ kind: 'deny', ...subjectOf(call) }))}
      onReads={() => rule(approvedRead)}
    />
  )
}

type BarProps = {
  setId: string
  version: string
  /** How many of the Calls have not been on screen whole. */
  unseen: number
  isMany: boolean
  isSeveral: boolean
  isReads: boolean
  isBusy: boolean
  onApprove: () => void
  onDeny: () => void
  onReads: () => void
}

function Bar({ setId, isMany, isSeveral, isReads, onDeny, onReads, ...props }: BarProps) {
  const t = useTranslations('call.setBar')
  const { version, unseen, isBusy, onApprove } = props
  const why = useId()
  const off = isBusy || unseen > 0
  const description = unseen > 0 ? why : undefined
  return (
    <div data-set-id={setId} className={SET_BAR}>
      {isSeveral && (
        <DecisionButton off={isBusy} version={version} onClick={onDeny}>
          {t('denyAll')}
        </DecisionButton>
      )}
      {(isSeveral || isReads) && <Hint id={why} {...props} canWaive={isSeveral} />}
      {isMany && <ReviewButton setId={setId} />}
      {isReads && (
        <DecisionButton
          className="last:ml-auto"
          off={off}
          version={version}
          aria-describedby={description}
          onClick={onReads}
        >
          {t('reads')}
        </DecisionButton>
      )}
      {isSeveral && (
        <DecisionButton
          className="ml-auto"
          off={off}
          version={version}
          aria-describedby={description}
          aria-keyshortcuts="a"
          onClick={onApprove}
        >
          {t('approveAll')} <Key>a</Key>
        </DecisionButton>
      )}
    </div>
  )
}

type HintProps = Pick<BarProps, 'version' | 'unseen' | 'isBusy' | 'onApprove'> & {
  id: string
  canWaive: boolean
}

/** Whether all Calls can be approved, or why not, and the way out for whoever does not want to read on. */
function Hint({ id, version, unseen, isBusy, canWaive, onApprove }: HintProps) {
  const t = useTranslations('call.setBar')
  // In the first moment all of it may still come on screen.
  const { isSteady: isSettled } = useSteady(version)
  return (
    <div className={SET_HINT}>
      <p id={id}>{unseen === 0 ? t('seen') : t('unseen', { count: unseen })}</p>
      {canWaive && unseen > 0 && isSettled && (
        <DecisionButton look="link" off={isBusy} version={version} onClick={onApprove}>
          {t('waive')}
        </DecisionButton>
      )}
    </div>
  )
}

const subjectOf = (call: WaitingCall) => ({ callId: call.id, digest: call.digest })

const approvedCall = (call: WaitingCall): DecisionInput => ({ kind: 'approve', ...subjectOf(call) })

/** One rule is enough for the set. */
const approvedRead = (call: WaitingCall, index: number): DecisionInput => ({
  kind: 'approve',
  ...subjectOf(call),
  ...(index === 0 ? { remember: READS } : {}),
})

const isRead = (call: WaitingCall): boolean =>
  call.readOnly && call.source === 'builtin' && whyNotDecide(call, 'approve') === null
