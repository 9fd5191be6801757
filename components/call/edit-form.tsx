'use client'

import { useId, useState } from 'react'
import { asFieldText, keptBytes } from '@/lib/client/kept-bytes'
import { useArmed } from '@/lib/client/use-armed'
import { useReview } from '@/lib/client/use-review'
import type { WaitingCall } from '@/lib/domain/call'
import { invocationOf } from '@/lib/domain/call-state'
import type { DecisionInput } from '@/lib/domain/decision-request'
import { ArgumentsField } from './arguments-field'
import { EditBar } from './edit-bar'
import { ReviewOutcome } from './review-outcome'

type Props = {
  call: WaitingCall
  isBusy: boolean
  onApprove: (decision: DecisionInput) => void
  onCancel: () => void
}

/** Another text for a Call's arguments. It can be approved once the server has shown what it would do. */
export function EditForm({ call, isBusy, onApprove, onCancel }: Props) {
  const [original] = useState(invocationOf(call).argumentsText)
  const [shown, setShown] = useState(() => asFieldText(original))
  const text = keptBytes(original, shown)
  const { review, isReviewing, start } = useReview({ callId: call.id, digest: call.digest, text })
  const isSound = review?.kind === 'sound'
  const armed = useArmed(isSound ? (review.answer.digest ?? '') : '')
  const id = useId()
  const approve = (): void =>
    onApprove({ kind: 'edit', callId: call.id, digest: call.digest, argumentsText: text })
  return (
    <div className="flex flex-col gap-2">
      <JsonTab id={id} />
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}tab`}>
        <ArgumentsField
          {...{ text, shown }}
          onChange={setShown}
          onLeave={text === original ? onCancel : null}
        />
      </div>
      {review && <ReviewOutcome review={review} />}
      <EditBar
        {...{ isSound, isReviewing }}
        isReady={isSound && armed && !isBusy}
        onReview={start}
        onApprove={approve}
        onCancel={onCancel}
      />
    </div>
  )
}

const JsonTab = ({ id }: { id: string }) => (
  <div role="tablist" className="flex">
    <button
      type="button"
      role="tab"
      id={`${id}tab`}
      aria-selected
      aria-controls={`${id}panel`}
      className="tab"
    >
      JSON
    </button>
  </div>
)
