'use client'

import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { useArmed } from '@/lib/client/use-armed'
import type { CallSet, WaitingCall } from '@/lib/domain/call'
import { whyNotDecide } from '@/lib/domain/capabilities'
import type { DecisionInput } from '@/lib/domain/decision-request'
import { useDecidingHere } from './deciding'

const TEXT = {
  approveAll: 'Approve all',
  denyAll: 'Deny all',
  reads: 'Allow reads in this workspace',
  unseen: 'To approve all, scroll through every call first.',
  /** In the room of the other line, so that nothing moves when the last call comes into view. */
  seen: 'Every call was in view.',
}

const READS = { scope: 'session' as const, matchers: [], reads: true }

type Props = {
  set: CallSet
  calls: WaitingCall[]
  wasSeen: boolean
  onProblem: (message: string | null) => void
}

/** What can be ruled about all waiting Calls of a set at once. */
export function SetBar({ set, calls, wasSeen, onProblem }: Props) {
  const { decide, busy } = useDecidingHere()
  const armed = useArmed(calls.map(call => `${call.id} ${call.digest}`).join('\n'))
  const why = useId()
  const isSeveral = calls.length > 1 && calls.every(call => whyNotDecide(call, 'approve') === null)
  const isReads = calls.every(isRead)
  if (!isSeveral && !isReads) return null

  const isBusy = calls.some(call => busy.has(call.id))
  const ready = armed && wasSeen && !isBusy
  const rule = async (ruling: (call: WaitingCall, index: number) => DecisionInput): Promise<void> => {
    onProblem(null)
    onProblem((await decide(set, calls.map(ruling)))?.message ?? null)
  }
  const described = wasSeen ? undefined : why
  return (
    <div className="set-bar">
      {isSeveral && (
        <Button off={isBusy} onClick={() => rule(call => ({ kind: 'deny', ...about(call) }))}>
          {TEXT.denyAll}
        </Button>
      )}
      <p id={why} className="set-bar-hint">
        {wasSeen ? TEXT.seen : TEXT.unseen}
      </p>
      {isReads && (
        <Button off={!ready} aria-describedby={described} onClick={() => rule(approvedRead)}>
          {TEXT.reads}
        </Button>
      )}
      {isSeveral && (
        <Button off={!ready} aria-describedby={described} onClick={() => rule(approvedCall)}>
          {TEXT.approveAll}
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
