'use client'

import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert, ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { SET_BAR, SET_HINT } from '@/components/ui/further-looks'
import type { ApiProblem } from '@/lib/client/api/fetch-api'
import { useSecondsTo } from '@/lib/client/page/use-seconds-to'
import type { ApprovedCall, CallSet } from '@/lib/domain/call/call'
import { decisionOf } from '@/lib/domain/call/call-state'
import { whyNotUndo } from '@/lib/domain/call/capabilities'
import { useDecidingHere } from './deciding'

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

/** An approval that can still be undone, with how long, or what it waits for. */
export function HeldCall({ call, waitsFor }: { call: ApprovedCall; waitsFor: string | null }) {
  const t = useTranslations('call.undo')
  const { undo, busy } = useDecidingHere()
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const { startsAt } = call
  const seconds = useSecondsTo(startsAt, decisionOf(call)?.at)
  return (
    <>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-2">
        <p className="text-small text-quiet">
          {seconds > 0 ? t('startsIn', { seconds }) : (waitsFor ?? t('soon'))}
        </p>
        <Button
          off={busy.has(call.id)}
          onClick={async () => {
            setProblem(null)
            setProblem(await undo([call.id]))
          }}
        >
          {t('undo')}
        </Button>
      </div>
      {problem && problem.code !== 'already_started' && <ProblemAlert error={problem} />}
    </>
  )
}
