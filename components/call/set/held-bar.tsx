'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import type { CallSet } from '@/lib/domain/call/call'
import { whyNotUndo } from '@/lib/domain/call/capabilities'
import { useDecidingHere } from './deciding'
import { SET_BAR, SET_HINT } from './set-bar'

type HeldBarProps = { sets: CallSet[]; onProblem: (problem: ReactNode) => void }

/** Undoes several held approvals at once: one after the other would take too long. */
export function HeldBar({ sets, onProblem }: HeldBarProps) {
  const t = useTranslations('call.undo')
  const { undo, busy } = useDecidingHere()
  const calls = sets.flatMap(set => set.calls).filter(isHeld)
  if (calls.length < 2) return null
  const ids = calls.map(call => call.id)
  const undoAll = async (): Promise<void> => {
    onProblem(null)
    const problem = await undo(ids)
    const isLate = problem?.code === 'already_started'
    onProblem(isLate ? t('someStarted') : problem && <ProblemText error={problem} />)
  }
  return (
    <div className={SET_BAR}>
      <p className={SET_HINT}>{t('held', { count: calls.length })}</p>
      <Button className="ml-auto" off={ids.some(id => busy.has(id))} onClick={undoAll}>
        {t('undoAll')}
      </Button>
    </div>
  )
}

const isHeld = (call: CallSet['calls'][number]): boolean =>
  call.state === 'approved' && call.startsAt !== undefined && whyNotUndo(call) === null
