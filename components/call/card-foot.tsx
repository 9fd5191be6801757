'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { ServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { ALERT } from '@/components/ui/looks'
import type { ApiProblem } from '@/lib/client/api/fetch-api'
import { isLeaving } from '@/lib/client/decisions/key-aim'
import type { DecisionForm } from '@/lib/client/decisions/key-command'
import type { WaitingCall } from '@/lib/domain/call/call'
import { isByPerson } from '@/lib/domain/call/call-state'
import type { SeenExtent } from '@/lib/domain/call/decision'
import { isElicitation } from '@/lib/domain/call/elicitation'
import { ChangeForms } from './forms/change-forms'
import { QuestionForm } from './forms/question-form'
import { DenyForm } from './forms/text-form'
import { holdFor, type SendDecision, useDecidingHere } from './set/deciding'
import { DecisionBar } from './set/decision-bar'
import { sightOf, useSeenExtent } from './set/use-seen-calls'
import { UnknownBar } from './unknown-bar'

export type CardMode = 'look' | DecisionForm

type Props = {
  call: WaitingCall
  mode: CardMode
  setMode: (mode: CardMode) => void
  isCurrent: boolean
  isBusy: boolean
  /** A form was closed without a decision; the buttons are there again. */
  onBack: (form: CardMode) => void
}

/** The buttons that decide about a Call, or the form that one of them opened. */
export function CardFoot({ onBack, ...props }: Props) {
  const { call, mode, setMode } = props
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const { decide } = useDecidingHere()
  const extent = useSeenExtent(sightOf(call))
  const rule: SendDecision = async (decision, risk) => {
    setProblem(null)
    const refusal = await decide(call.setId, [{ seen: extent, ...decision }], holdFor([risk]))
    setProblem(refusal)
    return refusal
  }
  const back = (): void => {
    flushSync(() => {
      setMode('look')
      setProblem(null)
    })
    onBack(mode)
  }
  return (
    <>
      {problem && <DecisionAlert problem={problem} />}
      {mode === 'look' ? (
        <Bar {...props} extent={extent} rule={rule} />
      ) : (
        <FormPlace key={mode} onLeave={back}>
          <OpenForm {...props} mode={mode} extent={extent} rule={rule} back={back} />
        </FormPlace>
      )}
    </>
  )
}

type VerdictProps = { extent: SeenExtent; rule: SendDecision }

function Bar({ call, setMode, isCurrent, extent, rule, ...rest }: Omit<Props, 'onBack'> & VerdictProps) {
  const t = useTranslations('call.cardFoot')
  const { mayDecide } = useDecidingHere()
  const subject = { callId: call.id, digest: call.digest }
  const bar = { isBusy: rest.isBusy, isSeen: extent === 'whole' }
  if (!mayDecide) return <p className="pt-2 pb-3 text-quiet">{t('lookOnly')}</p>
  if (call.why === 'outcome_unknown')
    return (
      <UnknownBar
        call={call}
        {...bar}
        onDecide={kind => rule({ kind, ...subject }, kind === 'retry' ? call.risk.level : undefined)}
      />
    )
  if (isElicitation(call)) return <Question call={call} setMode={setMode} rule={rule} {...rest} />
  return (
    <DecisionBar
      {...bar}
      callId={call.id}
      version={sightOf(call)}
      isWanted={isCurrent}
      isOwn={isByPerson(call)}
      onApprove={() => rule({ kind: 'approve', ...subject }, call.risk.level)}
      onForm={setMode}
    />
  )
}

type QuestionProps = Pick<Props, 'call' | 'setMode' | 'isBusy'> & Pick<VerdictProps, 'rule'>

/** What a server asks is answered in place: there is nothing else to do with it but to deny it. */
function Question({ call, setMode, isBusy, rule }: QuestionProps) {
  const answer = (result: string): void =>
    void rule({ kind: 'answer', callId: call.id, digest: call.digest, result })
  return <QuestionForm call={call} isBusy={isBusy} onAnswer={answer} onDeny={() => setMode('deny')} />
}

/** Scrolls a form that opens below the window into view. Escape closes it: what was begun is kept. */
function FormPlace({ onLeave, children }: { onLeave: () => void; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    container.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const press = (event: KeyboardEvent): void => {
    if (!isLeaving(event) || event.defaultPrevented) return
    // The dialog around it stays.
    event.preventDefault()
    onLeave()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves any field in it
    <div ref={container} onKeyDown={press}>
      {children}
    </div>
  )
}

type OpenFormProps = VerdictProps & {
  call: WaitingCall
  mode: DecisionForm
  isBusy: boolean
  back: () => void
}

function OpenForm({ mode, ...form }: OpenFormProps) {
  if (mode !== 'deny') return <ChangeForms {...form} mode={mode} />
  const { call, isBusy, rule, back } = form
  const subject = { callId: call.id, digest: call.digest }
  return (
    <DenyForm
      call={call}
      isBusy={isBusy}
      onCancel={back}
      onSend={text => {
        const reason = text.trim()
        return rule({ kind: 'deny', ...subject, ...(reason ? { reason } : {}) })
      }}
    />
  )
}

/** Why a decision was not stored. */
const DecisionAlert = ({ problem }: { problem: ApiProblem }) => (
  <div role="alert" className={ALERT}>
    <p>
      <ProblemText error={problem} />
    </p>
    {problem.errors.map(error => (
      <p key={`${error.path} ${error.message}`}>
        <code className="font-mono text-small">
          <VisibleText>{error.path}</VisibleText>
        </code>{' '}
        <ServerText codedText={error.codedText} english={error.message} />
      </p>
    ))}
  </div>
)
