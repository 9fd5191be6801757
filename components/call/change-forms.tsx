'use client'

import type { WaitingCall } from '@/lib/domain/call'
import type { DecisionInput } from '@/lib/domain/decision-request'
import type { RiskLevel } from '@/lib/domain/tool'
import { AlwaysForm } from './always-form'
import { AnswerForm } from './answer-form'
import type { Form } from './decision-bar'
import { EditForm } from './edit-form'
import { ReplaceForm } from './replace-form'

type Props = {
  call: WaitingCall
  mode: Exclude<Form, 'deny'>
  isBusy: boolean
  rule: (decision: DecisionInput, risk?: RiskLevel) => Promise<void>
  back: () => void
}

/** The forms that say more than yes or no: loaded once a Call waits, since most pages open without one. */
export function ChangeForms({ call, mode, isBusy, rule, back }: Props) {
  const about = { callId: call.id, digest: call.digest }
  const form = { call, isBusy, onCancel: back }
  switch (mode) {
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
