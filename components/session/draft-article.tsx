'use client'

import { useDeferredValue } from 'react'
import { CodeText } from '@/components/text/code-text'
import { Prose } from '@/components/text/prose'
import { VisibleText } from '@/components/text/visible-text'
import { type Draft, EMPTY_DRAFT } from '@/lib/client/draft'
import { useDraft } from '@/lib/client/use-draft'
import { Reasoning } from './reasoning'
import { Speaker } from './speaker'

/** What the agent is about to say, and the Calls that it is writing, as far as they have come. */
export function DraftArticle({ sessionId, isActive }: { sessionId: string; isActive: boolean }) {
  const text = useDraft(sessionId, draft => draft.text) ?? ''
  // Whoever types or clicks meanwhile goes first: the words may come a frame later.
  const words = useDeferredValue(text)
  const reasoning = useDraft(sessionId, draft => draft.reasoning) ?? ''
  const calls = Object.entries(useDraft(sessionId, draft => draft.calls) ?? EMPTY_DRAFT.calls)
  if (!isActive || (text === '' && reasoning === '' && calls.length === 0)) return null
  return (
    <Speaker who="agent">
      {reasoning !== '' && <Reasoning id={sessionId} text={reasoning} />}
      {text !== '' && <Prose isGrowing>{words || text}</Prose>}
      {calls.map(([id, call]) => (
        <WrittenCall key={id} call={call} />
      ))}
    </Speaker>
  )
}

/** A Call that is being written: nothing to decide yet. */
const WrittenCall = ({ call }: { call: Draft['calls'][string] }) => (
  <div className="mt-1 text-quiet text-small">
    <p className="font-mono [overflow-wrap:anywhere]">
      <VisibleText isLine>{call.tool}</VisibleText>
    </p>
    {call.text !== '' && (
      <div className="paper-block px-2.5 py-1">
        <CodeText>{call.text}</CodeText>
      </div>
    )}
  </div>
)
