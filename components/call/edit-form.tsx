'use client'

import { useState } from 'react'
import { useArmed } from '@/lib/client/use-armed'
import { useReview } from '@/lib/client/use-review'
import type { WaitingCall } from '@/lib/domain/call'
import { invocationOf } from '@/lib/domain/call-state'
import type { DecisionInput } from '@/lib/domain/decision-request'
import type { RiskLevel } from '@/lib/domain/tool'
import { ArgumentsEditor } from './arguments-editor'
import { EditBar } from './edit-bar'
import { ReviewOutcome } from './review-outcome'

export type EditFormProps = {
  call: WaitingCall
  isBusy: boolean
  onApprove: (decision: DecisionInput, risk: RiskLevel) => void
  onCancel: () => void
}

/** Other arguments for a Call. They can be approved once the server has shown what they would do. */
export function EditForm({ call, isBusy, onApprove, onCancel }: EditFormProps) {
  const [original] = useState(invocationOf(call).argumentsText)
  const [text, setText] = useState(original)
  const about = { callId: call.id, digest: call.digest }
  const { review, isReviewing, start } = useReview({ ...about, text })
  const sound = review?.kind === 'sound' ? review.answer : null
  const armed = useArmed(sound?.digest ?? '')
  const approve = (): void => {
    if (sound) onApprove({ kind: 'edit', ...about, argumentsText: text }, sound.risk.level)
  }
  return (
    <div className="call-form">
      <ArgumentsEditor
        {...{ original, text }}
        schema={call.schema}
        onChange={setText}
        onLeave={text === original ? onCancel : null}
      />
      {review && <ReviewOutcome review={review} />}
      <EditBar
        kind="edit"
        {...{ isReviewing, onCancel }}
        isSound={sound !== null}
        isReady={sound !== null && armed && !isBusy}
        onReview={start}
        onApprove={approve}
      />
    </div>
  )
}
