'use client'

import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import { useDraft } from '@/lib/client/use-draft'
import { blockers } from '@/lib/domain/blockers'
import type { Call, CallSet } from '@/lib/domain/call'
import { whyNotUndo } from '@/lib/domain/capabilities'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'
import { decisionOf } from '@/lib/domain/transitions'
import { Correction } from './correction'
import { HeldCall } from './held-call'
import { Signature } from './signature'

/** A Call of an open set that nobody is asked about any more. */
export const DecidedRow = ({ call, set }: { call: Call; set: CallSet }) => (
  <div className="decided-row" data-verdict-kind={decisionOf(call)?.kind}>
    <p className="decided-what">
      <span className="mr-3 font-mono text-small font-semibold">
        <VisibleText isLine>{call.tool}</VisibleText>
      </span>{' '}
      <VisibleText>{call.preview?.summary ?? ''}</VisibleText>
    </p>
    {call.effective && <Correction before={call.proposed} after={call.effective} />}
    {call.method !== 'latent' && <Signature call={call} />}
    <Progress {...{ call, set }} />
    {call.state === 'executing' && <Output sessionId={call.sessionId} callId={call.id} />}
  </div>
)

function Progress({ call, set }: { call: Call; set: CallSet }) {
  const t = useTranslations('call.decidedRow')
  if (call.method === 'latent') return <p className="text-small text-quiet">{t('latent')}</p>
  if (call.state !== 'approved') {
    const ended = call.state === 'settled' ? (`ended.${call.result.kind}` as const) : 'executing'
    return call.state === 'waiting' ? null : <p className="text-small text-quiet">{t(ended)}</p>
  }
  const before = blockers(call, set.calls).map(other => withVisibleEscapes(other.tool))
  const waitsFor = before.length > 0 ? t('waitsFor', { tools: before.join(', ') }) : null
  const canUndo = whyNotUndo(call) === null && (waitsFor !== null || call.startsAt !== undefined)
  if (canUndo) return <HeldCall {...{ call, waitsFor }} />
  return <p className="text-small text-quiet">{waitsFor ?? t('soon')}</p>
}

/** What a running Call prints. */
function Output({ sessionId, callId }: { sessionId: string; callId: string }) {
  const output = useDraft(sessionId, draft => draft.outputs[callId])
  if (!output) return null
  return (
    <div className="paper-block px-2.5 py-1">
      <CodeText>{output}</CodeText>
    </div>
  )
}
