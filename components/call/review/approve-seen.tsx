'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import type { ApiProblem } from '@/lib/client/api/fetch-api'
import { extentOf } from '@/lib/client/decisions/seen-rule'
import type { WaitingCall } from '@/lib/domain/call/call'
import type { DecisionInput } from '@/lib/domain/call/decision-request'
import { DecisionButton } from '../decision-button'
import { HOLD_MS, useDecidingHere } from '../set/deciding'
import { sightOf, useSeenNames } from '../set/use-seen-calls'
import { isMarkable } from './use-review'

type Props = { setId: string; waiting: WaitingCall[]; marks: ReadonlySet<string>; onClose: () => void }

/**
 * Approves what somebody says they have seen, and nothing else. That is their word; what the record gets of each Call is
 * how much of it has been on screen.
 */
export function ApproveSeen({ setId, waiting, marks, onClose }: Props) {
  const t = useTranslations('call.review')
  const { decide, busy, mayDecide } = useDecidingHere()
  const seenNames = useSeenNames()
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const hint = useId()
  const markable = waiting.filter(isMarkable)
  const calls = markable.filter(call => marks.has(sightOf(call)))
  const unread = calls.filter(call => !seenNames.has(sightOf(call))).length
  const version = calls.map(sightOf).join('\n')
  const isBusy = calls.some(({ id }) => busy.has(id))
  const approve = async (): Promise<void> => {
    setProblem(null)
    const decisions = calls.map((call): DecisionInput => {
      const seen = extentOf(seenNames.has(sightOf(call)))
      return { kind: 'approve', callId: call.id, digest: call.digest, seen }
    })
    setProblem(await decide(setId, decisions, HOLD_MS))
  }
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-hairline border-t px-4 pt-2 pb-3 max-phone:border-t-0 max-phone:border-b">
      <p role="status" className="grow basis-full text-small max-phone:basis-0">
        {t('progress', { count: calls.length, all: markable.length })}
      </p>
      {unread > 0 && (
        <p id={hint} className="basis-full text-quiet text-small max-phone:order-last">
          {t('unread', { count: unread })}
        </p>
      )}
      {problem && <ProblemAlert error={problem} />}
      {mayDecide && (
        <DecisionButton
          off={isBusy || calls.length === 0}
          version={version}
          aria-describedby={unread > 0 ? hint : undefined}
          onClick={approve}
        >
          {t('approveSeen')}
        </DecisionButton>
      )}
      <Button className="ml-auto max-phone:ml-0" onClick={onClose}>
        {t('close')}
      </Button>
    </div>
  )
}
