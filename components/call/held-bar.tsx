'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import type { CallSet } from '@/lib/domain/call'
import { whyNotUndo } from '@/lib/domain/capabilities'
import { useDecidingHere } from './deciding'

type Props = { sets: CallSet[]; onProblem: (problem: ReactNode) => void }

/** Several approvals that are held are taken back at once: one after the other there would not be time. */
export function HeldBar({ sets, onProblem }: Props) {
  const t = useTranslations('call.undo')
  const { undo, busy } = useDecidingHere()
  const held = sets.flatMap(set => set.calls).filter(isHeld)
  if (held.length < 2) return null
  const ids = held.map(call => call.id)
  const takeBack = async (): Promise<void> => {
    onProblem(null)
    const problem = await undo(ids)
    const isLate = problem?.code === 'already_started'
    onProblem(isLate ? t('someStarted') : problem && <ProblemText error={problem} />)
  }
  return (
    <div className="set-bar">
      <p className="set-bar-hint">{t('held', { count: held.length })}</p>
      <Button off={ids.some(id => busy.has(id))} onClick={takeBack}>
        {t('undoAll')}
      </Button>
    </div>
  )
}

const isHeld = (call: CallSet['calls'][number]): boolean =>
  call.state === 'approved' && call.startsAt !== undefined && whyNotUndo(call) === null
