'use client'

import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { ProblemAlert } from '@/components/text/problem-text'
import { ServerWords } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { PAPER_TEXT, REMARK } from '@/components/ui/looks'
import type { ApiProblem } from '@/lib/client/api/fetch-api'
import { useDraft } from '@/lib/client/live/use-live-session'
import type { ApprovedCall, Call, CallSet } from '@/lib/domain/call/call'
import { blockers, isSetAside } from '@/lib/domain/call/call-state'
import { whyNotUndo } from '@/lib/domain/call/capabilities'
import { decisionOf } from '@/lib/domain/call/transitions'
import type { Instant } from '@/lib/domain/instant'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { RowNumber } from '../call-head'
import { Signature } from '../verdict-line'
import { useDecidingHere } from './deciding'

const CorrectionNote = lazy(async () => ({ default: (await import('../correction')).CorrectionNote }))

type Props = {
  call: Call
  set: CallSet
  /** Its place among several. */
  number?: number | null
}

/** A Call of an open set that is decided. A denied one is struck through, whoever denied it. */
export const DecidedRow = ({ call, set, number = null }: Props) => (
  <div className="border-hairline border-t border-l-3 border-l-transparent px-4 py-2">
    <div className="flex items-baseline gap-x-3">
      {number !== null && <RowNumber>{number}</RowNumber>}
      <p className={`wrap-anywhere ${decisionOf(call)?.kind === 'deny' ? 'text-quiet line-through' : ''}`}>
        <span className="mr-3 font-mono text-small font-semibold">
          <VisibleText isLine>{call.tool}</VisibleText>
        </span>{' '}
        <ServerWords words={call.preview?.words} english={call.preview?.summary ?? ''} />
      </p>
    </div>
    {call.effective && (
      <Suspense>
        <CorrectionNote before={call.proposed} after={call.effective} />
      </Suspense>
    )}
    {call.method !== 'latent' && <Signature call={call} />}
    <Progress {...{ call, set }} />
    {call.state === 'executing' && <Output sessionId={call.sessionId} callId={call.id} />}
  </div>
)

function Progress({ call, set }: { call: Call; set: CallSet }) {
  const t = useTranslations('call.decidedRow')
  if (isSetAside(call)) return <p className={REMARK}>{t('setAside')}</p>
  if (call.method === 'latent') return <p className="text-small text-quiet">{t('latent')}</p>
  if (call.state !== 'approved') {
    const outcome = call.state === 'settled' ? (`ended.${call.result.kind}` as const) : 'executing'
    return call.state === 'waiting' ? null : <p className="text-small text-quiet">{t(outcome)}</p>
  }
  const before = blockers(call, set.calls).map(other => withVisibleEscapes(other.tool))
  const heldBy = call.heldBy ? t('heldBy', { tool: withVisibleEscapes(call.heldBy.tool) }) : null
  const waitsFor = before.length > 0 ? t('waitsFor', { tools: before.join(', ') }) : heldBy
  const canUndo = whyNotUndo(call) === null && (waitsFor !== null || call.startsAt !== undefined)
  if (canUndo) return <HeldCall {...{ call, waitsFor }} />
  return <p className="text-small text-quiet">{waitsFor ?? t('soon')}</p>
}

/** The output of a running Call. */
function Output({ sessionId, callId }: { sessionId: string; callId: string }) {
  const output = useDraft(sessionId, draft => draft.outputs[callId])
  if (!output) return null
  return (
    <div className={PAPER_TEXT}>
      <CodeText>{output}</CodeText>
    </div>
  )
}

/** An approval that can still be undone, with how long, or what it waits for. */
function HeldCall({ call, waitsFor }: { call: ApprovedCall; waitsFor: string | null }) {
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

/**
 * Whole seconds until `end`, never more than from `start` to there: the clocks of this machine and the server may differ.
 */
function useSecondsTo(end: Instant | undefined, start: Instant | undefined): number {
  const [left, setLeft] = useState(() => secondsTo(end, start))
  useEffect(() => {
    const tick = (): void => setLeft(secondsTo(end, start))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [end, start])
  return left
}

function secondsTo(end: Instant | undefined, start: Instant | undefined): number {
  if (end === undefined) return 0
  const most = start === undefined ? Number.POSITIVE_INFINITY : Date.parse(end) - Date.parse(start)
  return Math.max(0, Math.ceil(Math.min(Date.parse(end) - Date.now(), most) / 1_000))
}
