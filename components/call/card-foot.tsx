'use client'

import { useState } from 'react'
import { VisibleText } from '@/components/text/visible-text'
import type { ApiProblem } from '@/lib/client/api-problem'
import type { CallSet, WaitingCall } from '@/lib/domain/call'
import type { DecisionInput } from '@/lib/domain/decision-request'
import { useDecidingHere } from './deciding'
import { DecisionBar } from './decision-bar'
import { DenyForm } from './deny-form'
import { EditForm } from './edit-form'
import { UnknownBar } from './unknown-bar'

export type CardMode = 'look' | 'deny' | 'edit'

type Props = {
  call: WaitingCall
  set: CallSet
  mode: CardMode
  setMode: (mode: CardMode) => void
  isCurrent: boolean
  isBusy: boolean
  /** A form was left without a decision. */
  onBack: () => void
}

/** Where a Call is ruled about: the buttons, or the form that one of them opened. */
export function CardFoot({ call, set, isCurrent, isBusy, mode, setMode, onBack }: Props) {
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const { decide } = useDecidingHere()
  const about = { callId: call.id, digest: call.digest }

  const rule = async (decision: DecisionInput): Promise<void> => {
    setProblem(null)
    setProblem(await decide(set, [decision]))
  }
  const back = (): void => {
    setMode('look')
    setProblem(null)
    onBack()
  }
  const deny = (reason: string) => rule({ kind: 'deny', ...about, ...(reason ? { reason } : {}) })
  return (
    <>
      {problem && <Refused problem={problem} />}
      {mode === 'deny' && <DenyForm isBusy={isBusy} onDeny={deny} onCancel={back} />}
      {mode === 'edit' && <EditForm call={call} isBusy={isBusy} onApprove={rule} onCancel={back} />}
      {mode === 'look' && call.why === 'outcome_unknown' && (
        <UnknownBar call={call} isBusy={isBusy} onDecide={kind => rule({ kind, ...about })} />
      )}
      {mode === 'look' && call.why !== 'outcome_unknown' && (
        <DecisionBar
          {...{ call, isBusy }}
          isWanted={isCurrent}
          onApprove={() => rule({ kind: 'approve', ...about })}
          onEdit={() => setMode('edit')}
          onDeny={() => setMode('deny')}
        />
      )}
    </>
  )
}

/** Why a decision was not stored, by the place it is about. */
function Refused({ problem }: { problem: ApiProblem }) {
  return (
    <div role="alert" className="alert">
      <p>
        <VisibleText>{problem.message}</VisibleText>
      </p>
      {problem.errors.map(error => (
        <p key={`${error.path} ${error.message}`}>
          <code className="font-mono text-small">
            <VisibleText>{error.path}</VisibleText>
          </code>{' '}
          <VisibleText>{error.message}</VisibleText>
        </p>
      ))}
    </div>
  )
}
