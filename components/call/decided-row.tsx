'use client'

import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import { useDraft } from '@/lib/client/use-draft'
import { blockers } from '@/lib/domain/blockers'
import type { Call, CallSet } from '@/lib/domain/call'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'
import { Signature } from './signature'

/** A Call of an open set that nobody is asked about any more. */
export const DecidedRow = ({ call, set }: { call: Call; set: CallSet }) => (
  <div className="decided-row">
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-mono text-small font-semibold">
        <VisibleText isLine>{call.tool}</VisibleText>
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <VisibleText>{call.preview?.summary ?? ''}</VisibleText>
      </span>
    </p>
    <Signature call={call} />
    <Progress {...{ call, set }} />
    {call.state === 'executing' && <Output sessionId={call.sessionId} callId={call.id} />}
  </div>
)

function Progress({ call, set }: { call: Call; set: CallSet }) {
  const t = useTranslations('call.decidedRow')
  const words = (): string => {
    if (call.state === 'executing' || call.state === 'settled') return t(call.state)
    const before = blockers(call, set.calls).map(other => withVisibleEscapes(other.tool))
    return before.length > 0 ? t('waitsFor', { tools: before.join(', ') }) : t('soon')
  }
  return <p className="text-small text-quiet">{words()}</p>
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
