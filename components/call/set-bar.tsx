'use client'

import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { useArmed } from '@/lib/client/use-armed'
import type { WaitingCall } from '@/lib/domain/call'
import { whyNotDecide } from '@/lib/domain/capabilities'
import type { DecisionInput } from '@/lib/domain/decision-request'
import { useDecidingHere } from './deciding'
import { HOLD_MS } from './hold'
import { Key } from './key'

const READS = { scope: 'session' as const, matchers: [], reads: true }

type Props = {
  setId: string
  calls: WaitingCall[]
  wasSeen: boolean
  onProblem: (problem: ReactNode) => void
}

/** What can be ruled about all waiting Calls of a set at once. */
export function SetBar({ setId, calls, wasSeen, onProblem }: Props) {
  const t = useTranslations('call.setBar')
  const { decide, busy, mayDecide } = useDecidingHere()
  const armed = useArmed(calls.map(call => `${call.id} ${call.digest}`).join('\n'))
  const why = useId()
  const isSeveral = calls.length > 1 && calls.every(call => whyNotDecide(call, 'approve') === null)
  const isReads = calls.every(isRead)
  if (!mayDecide || (!isSeveral && !isReads)) return null

  const isBusy = calls.some(call => busy.has(call.id))
  const off = !armed || !wasSeen || isBusy
  const rule = async (ruling: (call: WaitingCall, index: number) => DecisionInput, holdMs = 0) => {
    onProblem(null)
    const problem = await decide(setId, calls.map(ruling), holdMs)
    onProblem(problem && <ProblemText error={problem} />)
  }
  const described = wasSeen ? undefined : why
  return (
    <div className="set-bar">
      {isSeveral && (
        <Button off={isBusy} onClick={() => rule(call => ({ kind: 'deny', ...about(call) }))}>
          {t('denyAll')}
        </Button>
      )}
      <p id={why} className="set-bar-hint">
        {wasSeen ? t('seen') : t('unseen')}
      </p>
      {isReads && (
        <Button off={off} aria-describedby={described} onClick={() => rule(approvedRead)}>
          {t('reads')}
        </Button>
      )}
      {isSeveral && (
        <Button
          off={off}
          aria-describedby={described}
          aria-keyshortcuts="a"
          onClick={() => rule(approvedCall, HOLD_MS)}
        >
          {t('approveAll')} <Key>a</Key>
        </Button>
      )}
    </div>
  )
}

const about = (call: WaitingCall) => ({ callId: call.id, digest: call.digest })

const approvedCall = (call: WaitingCall): DecisionInput => ({ kind: 'approve', ...about(call) })

/** One rule is enough for the set. */
const approvedRead = (call: WaitingCall, index: number): DecisionInput => ({
  kind: 'approve',
  ...about(call),
  ...(index === 0 ? { remember: READS } : {}),
})

const isRead = (call: WaitingCall): boolean =>
  call.readOnly && call.source === 'builtin' && whyNotDecide(call, 'approve') === null
