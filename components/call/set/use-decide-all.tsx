import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import type { ApiProblem } from '@/lib/client/api/fetch-api'
import { extentOf } from '@/lib/client/decisions/seen-rule'
import type { WaitingCall } from '@/lib/domain/call/call'
import type { DecisionInput, Remember } from '@/lib/domain/call/decision-request'
import { DecisionButton } from '../decision-button'
import { FormSlot, TextForm } from '../forms/text-form'
import { holdFor, useDecidingHere } from './deciding'
import { sightOf, useSeenNames } from './use-seen-calls'

/** Makes a rule for all reads of the session. One is enough for the set. */
const ALL_READS: Remember = { scope: 'session', matchers: [], reads: true }

/** Decides about Calls of one set together. `unread`: how many of them have not been on screen whole. */
export function useDecideAll(calls: WaitingCall[]) {
  const t = useTranslations('call.setBar')
  const { decide, busy } = useDecidingHere()
  const seenNames = useSeenNames()
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [isDenying, setDenying] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isSeen = (call: WaitingCall): boolean => seenNames.has(sightOf(call))
  const [first] = calls
  const decideAll = async (decisionOn: (call: WaitingCall) => Pick<DecisionInput, 'kind'>, holdMs = 0) => {
    setProblem(null)
    const decisions = calls.map(call => {
      const subject = { callId: call.id, digest: call.digest, seen: extentOf(isSeen(call)) }
      return { ...subject, ...decisionOn(call) } as DecisionInput
    })
    const refusal = await decide(first?.setId ?? '', decisions, holdMs)
    setProblem(refusal)
    return refusal
  }
  const leave = (): void => {
    flushSync(() => setDenying(false))
    opener.current?.focus()
  }
  const isBusy = calls.some(({ id }) => busy.has(id))
  return {
    unread: calls.filter(call => !isSeen(call)).length,
    isBusy,
    version: calls.map(sightOf).join('\n'),
    approve: () => decideAll(() => ({ kind: 'approve' }), holdFor(calls)),
    allowReads: () =>
      decideAll(call => ({ kind: 'approve', remember: call === first ? ALL_READS : undefined })),
    problem: problem && <ProblemAlert error={problem} />,
    /** The form for one reason, once its button was pressed. */
    denial: isDenying && first && (
      <FormSlot onLeave={leave}>
        <TextForm
          call={first}
          form="deny"
          deny={t('denyAll')}
          isBusy={isBusy}
          onSend={text => decideAll(() => ({ kind: 'deny', reason: text.trim() || undefined }))}
          onCancel={leave}
        />
      </FormSlot>
    ),
    opener: { ref: opener, off: isBusy, onClick: () => setDenying(true) },
  }
}

type AllowProps = { version: string; off: boolean; className?: string; onClick: () => void }

/** Approves reads, and lets further ones of the session run without asking. */
export const AllowReads = (props: AllowProps) => (
  <DecisionButton {...props} variant="link">
    {useTranslations('call.setBar')('reads')}
  </DecisionButton>
)
