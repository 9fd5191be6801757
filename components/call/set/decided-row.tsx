import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { PaperText } from '@/components/text/code-text'
import { Button } from '@/components/ui/button'
import { REMARK } from '@/components/ui/looks'
import { useDraft } from '@/lib/client/live/use-live-session'
import type { Call, CallSet } from '@/lib/domain/call/call'
import { blockers, decisionOf, isSetAside } from '@/lib/domain/call/call-state'
import { whyNotUndo } from '@/lib/domain/call/capabilities'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { RowNumber } from '../call-head'
import { CorrectionNote } from '../correction'
import { Signature } from '../verdict-line'
import { useDecidingHere } from './deciding'
import { ToolLine } from './dock-frame'

type Props = {
  call: Call
  /** The tools of the Calls that it waits for, as a text. */
  behind: string
  /** Its place among several. */
  number?: number | null
}

/** The tools of the Calls of its set that a Call waits for, each once; an empty text for none. */
export const toolsBefore = (call: Call, { calls }: CallSet): string =>
  call.state === 'approved'
    ? [...new Set(blockers(call, calls).map(({ tool }) => withVisibleEscapes(tool)))].join(', ')
    : ''

/** A Call of an open set that is decided. A denied one is struck through, whoever denied it. */
export const DecidedRow = memo(({ call, behind, number = null }: Props) => (
  <div data-decided className="border-hairline border-t border-l-3 border-l-transparent px-4 py-2">
    <div className="flex items-baseline gap-x-3">
      {number !== null && <RowNumber>{number}</RowNumber>}
      <ToolLine
        {...call}
        className={`wrap-anywhere ${decisionOf(call)?.kind === 'deny' ? 'text-quiet line-through' : ''}`}
      />
    </div>
    <CorrectionNote call={call} />
    {call.method !== 'latent' && <Signature call={call} />}
    <Progress call={call} behind={behind} />
    {call.state === 'executing' && <Output sessionId={call.sessionId} callId={call.id} />}
  </div>
))

function Progress({ call, behind }: Pick<Props, 'call' | 'behind'>) {
  const t = useTranslations('call.decidedRow')
  if (isSetAside(call)) return <p className={REMARK}>{t('setAside')}</p>
  if (call.method === 'latent') return <p className="text-small text-quiet">{t('latent')}</p>
  if (call.state !== 'approved') {
    const outcome = call.state === 'settled' ? (`ended.${call.result.kind}` as const) : 'executing'
    return call.state === 'waiting' ? null : <p className="text-small text-quiet">{t(outcome)}</p>
  }
  // What is held for a moment is said once, beside Undo.
  if (call.startsAt !== undefined) return null
  const heldBy = call.heldBy ? t('heldBy', { tool: withVisibleEscapes(call.heldBy.tool) }) : null
  const waitsFor = behind !== '' ? t('waitsFor', { tools: behind }) : heldBy
  const canUndo = waitsFor !== null && whyNotUndo(call) === null
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-small text-quiet">
      <p>{waitsFor ?? t('soon')}</p>
      {canUndo && <UndoButton callId={call.id} />}
    </div>
  )
}

/** Takes back an approval that waits behind others. If it has started by now, its verdict says so. */
function UndoButton({ callId }: { callId: string }) {
  const { undo, busy } = useDecidingHere()
  return (
    <Button off={busy.has(callId)} onClick={() => void undo([callId])}>
      {useTranslations('call.undo')('undo')}
    </Button>
  )
}

/** The output of a running Call. */
function Output({ sessionId, callId }: { sessionId: string; callId: string }) {
  const output = useDraft(sessionId, draft => draft.outputs[callId])
  if (!output) return null
  return <PaperText>{output}</PaperText>
}
