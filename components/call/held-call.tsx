'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import type { ApiProblem } from '@/lib/client/api-problem'
import { useSecondsTo } from '@/lib/client/use-seconds-to'
import type { ApprovedCall } from '@/lib/domain/call'
import { decisionOf } from '@/lib/domain/transitions'
import { useDecidingHere } from './deciding'

/** An approval that can still be taken back: how long, or what it waits for. */
export function HeldCall({ call, waitsFor }: { call: ApprovedCall; waitsFor: string | null }) {
  const t = useTranslations('call.undo')
  const { undo, busy } = useDecidingHere()
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const { startsAt } = call
  const seconds = useSecondsTo(startsAt, decisionOf(call)?.at)
  return (
    <>
      <div className="held">
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
      {problem && problem.code !== 'already_started' && (
        <p role="alert" className="alert">
          <ProblemText error={problem} />
        </p>
      )}
    </>
  )
}
