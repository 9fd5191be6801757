'use client'

import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { SET_BAR, SET_HINT } from '@/components/ui/further-looks'
import { Key } from '@/components/ui/kbd'
import { extentOf } from '@/lib/client/decisions/seen-rule'
import type { WaitingCall } from '@/lib/domain/call/call'
import { whyNotDecide } from '@/lib/domain/call/capabilities'
import type { DecisionInput, Remember } from '@/lib/domain/call/decision-request'
import { DecisionButton } from '../decision-button'
import { ReviewButton } from '../review/review-place'
import { HOLD_MS, useDecidingHere } from './deciding'
import { sightOf, useSeenNames } from './use-seen-calls'

type Verdict = { kind: 'approve'; remember?: Remember } | { kind: 'deny' }

type Props = { setId: string; calls: WaitingCall[]; onProblem: (problem: ReactNode) => void }

/** Decides about all waiting Calls of a set at once. */
export function SetBar({ setId, calls, onProblem }: Props) {
  const t = useTranslations('call.setBar')
  const { decide, busy, mayDecide } = useDecidingHere()
  const seenNames = useSeenNames()
  const why = useId()
  const isMany = calls.length > 1
  const isSeveral = isMany && calls.every(call => whyNotDecide(call, 'approve') === null)
  const isReads = calls.every(isRead)
  if (!mayDecide || (!isMany && !isReads)) return null
  const version = calls.map(sightOf).join('\n')
  const unseen = calls.filter(call => !seenNames.has(sightOf(call))).length
  const isBusy = calls.some(call => busy.has(call.id))
  const rule = async (verdictAt: (index: number) => Verdict, holdMs = 0) => {
    onProblem(null)
    const decisions = calls.map(
      (call, index): DecisionInput => ({
        callId: call.id,
        digest: call.digest,
        seen: extentOf(seenNames.has(sightOf(call))),
        ...verdictAt(index),
      }),
    )
    const problem = await decide(setId, decisions, holdMs)
    onProblem(problem && <ProblemText error={problem} />)
  }
  const approve = () => rule(() => ({ kind: 'approve' }), HOLD_MS)
  const deny = () => rule(() => ({ kind: 'deny' }))
  // One rule is enough for the set.
  const remember = { scope: 'session' as const, matchers: [], reads: true }
  const approveReads = () => rule(index => ({ kind: 'approve', ...(index === 0 ? { remember } : {}) }))
  const approving = {
    version,
    off: isBusy || unseen > 0,
    'aria-describedby': unseen > 0 ? why : undefined,
  }
  return (
    <div data-set-id={setId} className={SET_BAR}>
      {isSeveral && (
        <DecisionButton off={isBusy} version={version} onClick={deny}>
          {t('denyAll')}
        </DecisionButton>
      )}
      {(isSeveral || isReads) && (
        <div className={SET_HINT}>
          <p id={why}>{unseen === 0 ? t('seen') : t('unseen', { count: unseen })}</p>
          {isSeveral && unseen > 0 && (
            <DecisionButton variant="link" off={isBusy} version={version} onClick={approve}>
              {t('waive')}
            </DecisionButton>
          )}
        </div>
      )}
      {isMany && <ReviewButton setId={setId} />}
      {isReads && (
        <DecisionButton {...approving} className="last:ml-auto" onClick={approveReads}>
          {t('reads')}
        </DecisionButton>
      )}
      {isSeveral && (
        <DecisionButton {...approving} className="ml-auto" aria-keyshortcuts="a" onClick={approve}>
          {t('approveAll')} <Key>a</Key>
        </DecisionButton>
      )}
    </div>
  )
}

const isRead = (call: WaitingCall): boolean =>
  call.readOnly && call.source === 'builtin' && whyNotDecide(call, 'approve') === null
