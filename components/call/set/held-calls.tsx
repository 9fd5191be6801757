'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '@/components/shell/me'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { SET_BAR } from '@/components/ui/further-looks'
import { useSecondsTo } from '@/lib/client/page/use-seconds-to'
import type { ApprovedCall, Call, CallSet } from '@/lib/domain/call/call'
import { decisionOf } from '@/lib/domain/call/call-state'
import { whyNotUndo } from '@/lib/domain/call/capabilities'
import { useDecidingHere } from './deciding'

type Props = { sets: CallSet[]; onProblem: (problem: ReactNode) => void }

/** What its reader has approved and is held for a moment is undone in one place: one after the other would take too long. */
export function HeldBar({ sets, onProblem }: Props) {
  const t = useTranslations('call.undo')
  const { undo, busy } = useDecidingHere()
  const me = useMe()
  const calls = sets
    .flatMap(set => set.calls)
    .filter((call): call is ApprovedCall => isHeld(call) && decisionOf(call)?.by.id === me.id)
  const [first] = calls
  const seconds = useSecondsTo(first?.startsAt, first && decisionOf(first)?.at)
  if (calls.length === 0) return null
  const ids = calls.map(call => call.id)
  const undoAll = async (): Promise<void> => {
    onProblem(null)
    const problem = await undo(ids)
    const isLate = problem?.code === 'already_started'
    // Of one alone its verdict says so.
    onProblem(isLate ? ids.length > 1 && t('someStarted') : problem && <ProblemText error={problem} />)
  }
  return (
    <div className={`${SET_BAR} justify-between`}>
      <p className="text-small">{t(seconds > 0 ? 'startsIn' : 'held', { count: ids.length, seconds })}</p>
      <Button className="max-phone:grow-0" off={ids.some(id => busy.has(id))} onClick={undoAll}>
        {t('undo')}
      </Button>
    </div>
  )
}

const isHeld = (call: Call): boolean =>
  call.state === 'approved' && call.startsAt !== undefined && whyNotUndo(call) === null
