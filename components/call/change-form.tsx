'use client'

import { useState } from 'react'
import { useArmed } from '@/lib/client/use-armed'
import { useReview } from '@/lib/client/use-review'
import type { Invocation, WaitingCall } from '@/lib/domain/call'
import { invocationOf } from '@/lib/domain/call-state'
import type { DecisionInput } from '@/lib/domain/decision-request'
import type { JsonSchema, RiskLevel } from '@/lib/domain/tool'
import { ArgumentsEditor } from './arguments-editor'
import { Correction } from './correction'
import { EditBar } from './edit-bar'
import { ReviewOutcome } from './review-outcome'

export type ChangeProps = {
  call: WaitingCall
  isBusy: boolean
  onApprove: (decision: DecisionInput, risk: RiskLevel) => void
  onCancel: () => void
}

type Props = ChangeProps & {
  /** The tool that takes the Call's place; without one the Call's own stays. */
  tool?: string
  schema: JsonSchema
  /** The text that the change begins with. */
  original: string
}

/** Other arguments for a Call. They can be approved once the server has shown what they would do. */
export function ChangeForm({ call, isBusy, onApprove, onCancel, tool, schema, original }: Props) {
  const [text, setText] = useState(original)
  const about = { callId: call.id, digest: call.digest }
  const { review, isReviewing, start } = useReview({ ...about, tool, text })
  const sound = review?.kind === 'sound' ? review.answer : null
  const armed = useArmed(sound?.digest ?? '')
  const approve = (): void => {
    if (!sound) return
    const change =
      tool === undefined ? { kind: 'edit' as const, ...about } : { kind: 'replace' as const, ...about, tool }
    onApprove({ ...change, argumentsText: text }, sound.risk.level)
  }
  return (
    <>
      <ArgumentsEditor
        {...{ original, text, schema }}
        onChange={setText}
        onLeave={text === original ? onCancel : null}
        isFocused={tool === undefined}
      />
      {sound && <Correction before={invocationOf(call)} after={invocationIn(tool ?? call.tool, text)} />}
      {review && <ReviewOutcome review={review} />}
      <EditBar
        kind={tool === undefined ? 'edit' : 'replace'}
        {...{ isReviewing, onCancel }}
        isSound={sound !== null}
        isReady={sound !== null && armed && !isBusy}
        onReview={start}
        onApprove={approve}
      />
    </>
  )
}

/** Of a text that the server has found sound. */
const invocationIn = (tool: string, argumentsText: string): Invocation => ({
  tool,
  argumentsText,
  arguments: JSON.parse(argumentsText),
})
