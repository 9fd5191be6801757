'use client'

import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiProblem } from '@/lib/client/api-problem'
import type { WaitingCall } from '@/lib/domain/call'
import type { DecisionInput } from '@/lib/domain/decision-request'
import type { RiskLevel } from '@/lib/domain/tool'
import { useDecidingHere } from './deciding'
import { DecisionBar, type Form } from './decision-bar'
import { DenyForm } from './deny-form'
import { holdFor } from './hold'
import { Refused } from './refused'
import { UnknownBar } from './unknown-bar'

const loadForms = async () => ({ default: (await import('./change-forms')).ChangeForms })
const ChangeForms = lazy(loadForms)

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
  // At hand when a button asks for them; where they cannot be loaded now, they are then.
  useEffect(() => void loadForms().catch(() => undefined), [])
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

function OpenForm({ mode, ...form }: OpenFormProps) {
  if (mode !== 'deny')
    return (
      <Suspense>
        <ChangeForms {...form} mode={mode} />
      </Suspense>
    )
  const { call, isBusy, rule, back } = form
  const about = { callId: call.id, digest: call.digest }
  return (
    <DenyForm
      isBusy={isBusy}
      onCancel={back}
      onDeny={said => rule({ kind: 'deny', ...about, ...reasonIn(said) })}
    />
  )
}

const reasonIn = (said: string): { reason?: string } => (said ? { reason: said } : {})
