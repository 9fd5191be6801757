'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiProblem } from '@/lib/client/api-problem'
import type { WaitingCall } from '@/lib/domain/call'
import type { DecisionInput } from '@/lib/domain/decision-request'
import type { RiskLevel } from '@/lib/domain/tool'
import { AlwaysForm } from './always-form'
import { AnswerForm } from './answer-form'
import { useDecidingHere } from './deciding'
import { DecisionBar, type Form } from './decision-bar'
import { DenyForm } from './deny-form'
import { EditForm } from './edit-form'
import { holdFor } from './hold'
import { Refused } from './refused'
import { ReplaceForm } from './replace-form'
import { UnknownBar } from './unknown-bar'

export type CardMode = 'look' | Form

type Props = {
  call: WaitingCall
  mode: CardMode
  setMode: (mode: CardMode) => void
  isCurrent: boolean
  isBusy: boolean
  /** A form was left without a decision. */
  onBack: () => void
}

/** Where a Call is ruled about: the buttons, or the form that one of them opened. */
export function CardFoot({ onBack, ...props }: Props) {
  const { call, mode, setMode } = props
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const { decide } = useDecidingHere()
  const rule = async (decision: DecisionInput, risk?: RiskLevel): Promise<void> => {
    setProblem(null)
    setProblem(await decide(call.setId, [decision], holdFor([risk])))
  }
  const back = (): void => {
    setMode('look')
    setProblem(null)
    onBack()
  }
  return (
    <>
      {problem && <Refused problem={problem} />}
      {mode === 'look' ? (
        <Bar {...props} rule={rule} />
      ) : (
        <InSight key={mode}>
          <OpenForm {...props} {...{ mode, rule, back }} />
        </InSight>
      )}
    </>
  )
}

type Ruling = { rule: (decision: DecisionInput, risk?: RiskLevel) => Promise<void> }

function Bar({ call, setMode, isCurrent, isBusy, rule }: Omit<Props, 'onBack'> & Ruling) {
  const t = useTranslations('call.cardFoot')
  const { mayDecide } = useDecidingHere()
  const about = { callId: call.id, digest: call.digest }
  if (!mayDecide) return <p className="look-only">{t('lookOnly')}</p>
  if (call.why === 'outcome_unknown')
    return <UnknownBar {...{ call, isBusy }} onDecide={kind => rule({ kind, ...about })} />
  return (
    <DecisionBar
      shown={`${call.id} ${call.digest} ${call.why}`}
      isBusy={isBusy}
      isWanted={isCurrent}
      onApprove={() => rule({ kind: 'approve', ...about }, call.risk.level)}
      onForm={setMode}
    />
  )
}

/** A form that opens below what is seen comes into view. */
function InSight({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <div ref={place}>{children}</div>
}

type OpenFormProps = Ruling & { call: WaitingCall; mode: Form; isBusy: boolean; back: () => void }

function OpenForm({ call, mode, isBusy, rule, back }: OpenFormProps) {
  const about = { callId: call.id, digest: call.digest }
  const form = { call, isBusy, onCancel: back }
  switch (mode) {
    case 'deny':
      return <DenyForm {...form} onDeny={said => rule({ kind: 'deny', ...about, ...reasonIn(said) })} />
    case 'answer':
      return <AnswerForm {...form} onAnswer={result => rule({ kind: 'answer', ...about, result })} />
    case 'always':
      return (
        <AlwaysForm
          {...form}
          onApprove={remember => rule({ kind: 'approve', ...about, remember }, call.risk.level)}
        />
      )
    case 'edit':
      return <EditForm {...form} onApprove={rule} />
    case 'replace':
      return <ReplaceForm {...form} onApprove={rule} />
    default:
      return mode satisfies never
  }
}

const reasonIn = (said: string): { reason?: string } => (said ? { reason: said } : {})
