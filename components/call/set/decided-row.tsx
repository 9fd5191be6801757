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
  const tUndo = useTranslations('call.undo')
  const { undo, busy } = useDecidingHere()
  if (isSetAside(call)) return <p className={REMARK}>{t('setAside')}</p>
  if (call.method === 'latent') return <p className="text-small text-quiet">{t('latent')}</p>
  if (call.state === 'waiting') return null
  if (call.state !== 'approved') {
    const outcome = call.state === 'settled' ? (`ended.${call.result.kind}` as const) : 'executing'
    return <p className="text-small text-quiet">{t(outcome)}</p>
  }
  // What is held for a moment is said once, beside Undo.
  if (call.startsAt !== undefined) return null
  const heldBy = call.heldBy ? t('heldBy', { tool: withVisibleEscapes(call.heldBy.tool) }) : null
  const waitsFor = behind !== '' ? t('waitsFor', { tools: behind }) : heldBy
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-small text-quiet">
      <p>{waitsFor ?? t('soon')}</p>
      {/* If it has started by now, its verdict says so. */}
      {waitsFor !== null && whyNotUndo(call) === null && (
        <Button off={busy.has(call.id)} onClick={() => void undo([call.id])}>
          {tUndo('undo')}
        </Button>
      )}
    </div>
  )
}

/** The output of a running Call. */
function Output({ sessionId, callId }: { sessionId: string; callId: string }) {
  const output = useDraft(sessionId, draft => draft.outputs[callId])
  return output && <PaperText>{output}</PaperText>
}
