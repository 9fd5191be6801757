import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { FieldErrors } from '@/components/list/form-problem'
import { lazyPart } from '@/components/page/lazy-part'
import { ProblemAlert } from '@/components/text/problem-text'
import type { ApiProblem } from '@/lib/client/api/fetch-api'
import type { DecisionForm } from '@/lib/client/decisions/key-command'
import { extentOf } from '@/lib/client/decisions/seen-rule'
import type { WaitingCall } from '@/lib/domain/call/call'
import { invocationOf } from '@/lib/domain/call/call-state'
import { isElicitation } from '@/lib/domain/call/elicitation'
import { ChangeForm } from './forms/change-form'
import { QuestionForm } from './forms/question-form'
import { ReplaceForm } from './forms/replace-form'
import { FormSlot, TextForm } from './forms/text-form'
import { holdFor, type SendDecision, useDecidingHere } from './set/deciding'
import { DecisionBar } from './set/decision-bar'
import { sightOf, useSeen } from './set/use-seen-calls'
import { UnknownBar } from './unknown-bar'

export type CardMode = 'look' | DecisionForm

const AlwaysForm = lazyPart(async () => (await import('./forms/always-form')).AlwaysForm)

type Props = {
  call: WaitingCall
  mode: CardMode
  setMode: (mode: CardMode) => void
  isCurrent: boolean
}

/** The buttons that decide about a Call, or the form that one of them opened. */
export function CardFoot(props: Props) {
  const { call, mode, setMode } = props
  const foot = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const { decide, busy } = useDecidingHere()
  const isSeen = useSeen(sightOf(call))
  const isBusy = busy.has(call.id)
  const rule: SendDecision = async (decision, risk) => {
    setProblem(null)
    const readOnly = call.readOnly && decision.kind !== 'replace'
    const holdMs = risk === undefined ? 0 : holdFor([{ readOnly, risk: { ...call.risk, level: risk } }])
    const refusal = await decide(call.setId, [{ seen: extentOf(isSeen), ...decision }], holdMs)
    setProblem(refusal)
    return refusal
  }
  const back = (): void => {
    flushSync(() => {
      setMode('look')
      setProblem(null)
    })
    const opener = foot.current?.querySelector<HTMLElement>(`[data-form~="${mode}"]`)
    ;(opener ?? foot.current?.closest<HTMLElement>('[data-call]'))?.focus()
  }
  return (
    <div ref={foot} className="contents">
      <ProblemAlert error={problem} />
      {problem && <FieldErrors errors={problem.errors} />}
      {mode === 'look' ? (
        <Verbs {...props} isBusy={isBusy} isSeen={isSeen} rule={rule} />
      ) : (
        <FormSlot key={mode} onLeave={back}>
          <Form {...props} mode={mode} isBusy={isBusy} isSeen={isSeen} rule={rule} back={back} />
        </FormSlot>
      )}
    </div>
  )
}

type RuleProps = { isBusy: boolean; isSeen: boolean; rule: SendDecision }

function Verbs({ call, setMode, isCurrent, isBusy, isSeen, rule }: Props & RuleProps) {
  const t = useTranslations('call.cardFoot')
  const { mayDecide } = useDecidingHere()
  const subject = { callId: call.id, digest: call.digest }
  const bar = { isBusy, isSeen }
  if (!mayDecide) return <p className="pt-2 pb-3 text-quiet">{t('lookOnly')}</p>
  if (call.why === 'outcome_unknown')
    return (
      <UnknownBar
        call={call}
        {...bar}
        onDecide={kind => rule({ kind, ...subject }, kind === 'retry' ? call.risk.level : undefined)}
      />
    )
  // What a server asks is answered in place: there is nothing else to do with it but to deny it.
  if (isElicitation(call))
    return (
      <QuestionForm
        call={call}
        isBusy={isBusy}
        onAnswer={result => void rule({ kind: 'answer', ...subject, result })}
        onDeny={() => setMode('deny')}
      />
    )
  return (
    <DecisionBar
      {...bar}
      call={call}
      isWanted={isCurrent}
      onApprove={() => rule({ kind: 'approve', ...subject }, call.risk.level)}
      onForm={setMode}
    />
  )
}

type FormProps = RuleProps & Omit<Props, 'mode'> & { mode: DecisionForm; back: () => void }

/** The forms that say more than yes or no. */
function Form({ call, mode, isSeen, isBusy, rule, back }: FormProps) {
  const subject = { callId: call.id, digest: call.digest }
  const form = { call, isBusy, onCancel: back }
  switch (mode) {
    case 'deny':
      return (
        <TextForm
          {...form}
          form="deny"
          onSend={text => rule({ kind: 'deny', ...subject, reason: text.trim() || undefined })}
        />
      )
    case 'answer':
      return (
        <TextForm {...form} form="answer" onSend={result => rule({ kind: 'answer', ...subject, result })} />
      )
    case 'always':
      return (
        <AlwaysForm
          {...form}
          isSeen={isSeen}
          onApprove={remember => rule({ kind: 'approve', ...subject, remember }, call.risk.level)}
        />
      )
    case 'edit':
      return (
        <ChangeForm
          {...form}
          original={invocationOf(call).argumentsText}
          schema={call.schema}
          onApprove={rule}
        />
      )
    case 'replace':
      return <ReplaceForm {...form} onApprove={rule} />
    default:
      return mode satisfies never
  }
}
