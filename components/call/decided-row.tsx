'use client'

import { CodeText } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import { useDraft } from '@/lib/client/use-draft'
import { blockers } from '@/lib/domain/blockers'
import type { Call, CallSet } from '@/lib/domain/call'
import { decisionOf } from '@/lib/domain/transitions'
import { VerdictLine } from './verdict-line'

const TEXT = {
  approved: 'Starts in a moment.',
  waitsFor: (tools: string) => `Waits for: ${tools}.`,
  executing: 'Running…',
  settled: 'Finished.',
}

/** A Call of an open set that nobody is asked about any more. */
export function DecidedRow({ call, set }: { call: Call; set: CallSet }) {
  const decision = decisionOf(call)
  return (
    <div className="decided-row">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-mono text-small font-semibold">
          <VisibleText isLine>{call.tool}</VisibleText>
        </span>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <VisibleText>{call.preview?.summary ?? ''}</VisibleText>
        </span>
      </p>
      <p className="flex flex-wrap gap-x-3 text-small text-quiet">
        {decision && (
          <VerdictLine callId={call.id} digest={call.digest} kind={decision.kind} by={decision.by} />
        )}
        <span>{progressOf(call, set)}</span>
      </p>
      {call.state === 'executing' && <Output sessionId={call.sessionId} callId={call.id} />}
    </div>
  )
}

function progressOf(call: Call, set: CallSet): string {
  if (call.state === 'executing') return TEXT.executing
  if (call.state === 'settled') return TEXT.settled
  const before = blockers(call, set.calls).map(other => other.tool)
  return before.length > 0 ? TEXT.waitsFor(before.join(', ')) : TEXT.approved
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
