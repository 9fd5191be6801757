'use client'

import { useState } from 'react'
import { VerdictLine } from '@/components/call/verdict-line'
import { CodeText } from '@/components/text/code-text'
import { VisibleText } from '@/components/text/visible-text'
import type { ResultKind } from '@/lib/domain/call'
import type { CallLine, Entry } from '@/lib/domain/entry'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'

const TEXT = { name: (tool: string) => `Call of ${withVisibleEscapes(tool)}`, result: 'Result' }

/** Each with a sign of its own, so that colour says nothing alone. */
const OUTCOMES: Record<ResultKind, string> = {
  ok: '✓ Done',
  error: '✕ Failed',
  denied: '✕ Not run',
  answered: '✓ Taken as done',
  expired: '– Expired, not run',
  not_run: '– Not run',
  unknown: '? Outcome not known',
}

/** A Call in the transcript: a line on what became of it, which opens to its result. */
export function ResultArticle({ entry }: { entry: Entry }) {
  const [open, setOpen] = useState(false)
  const { call } = entry
  return (
    <article aria-label={TEXT.name(call?.tool ?? '')} className="call-line">
      <details onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>
          <span aria-hidden="true" className="call-line-marker">
            {open ? '▾' : '▸'}
          </span>
          {call ? <Head call={call} callId={entry.callId ?? entry.id} /> : TEXT.result}
        </summary>
        {open && (
          <div className="paper-block mt-2 px-2.5 py-1">
            <CodeText>{entry.text}</CodeText>
          </div>
        )}
      </details>
    </article>
  )
}

const Head = ({ call, callId }: { call: CallLine; callId: string }) => (
  <span className="call-line-head">
    <span className="font-mono font-semibold text-small">
      <VisibleText isLine>{call.tool}</VisibleText>
    </span>
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <VisibleText>{call.summary}</VisibleText>
    </span>
    <span className="flex flex-wrap items-baseline gap-x-3 text-quiet text-small">
      <span className={call.result === 'error' ? 'font-semibold text-ink' : ''}>{OUTCOMES[call.result]}</span>
      {call.decided && call.by && (
        <VerdictLine callId={callId} digest={call.digest} kind={call.decided} by={call.by} />
      )}
    </span>
  </span>
)
