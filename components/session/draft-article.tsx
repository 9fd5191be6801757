'use client'

import { CodeText } from '@/components/text/code-text'
import { Prose } from '@/components/text/prose'
import { VisibleText } from '@/components/text/visible-text'
import { type Draft, EMPTY_DRAFT } from '@/lib/client/draft'
import { useDraft } from '@/lib/client/use-draft'
import { Reasoning } from './reasoning'
import { Speaker } from './speaker'

/** What the agent is about to say, and the Calls that it is writing, as far as they have come. */
export function DraftArticle({ sessionId, isActive }: { sessionId: string; isActive: boolean }) {
  const { text, reasoning, calls: written } = useDraft(sessionId, spoken) ?? EMPTY_DRAFT
  const calls = Object.entries(written)
  if (!isActive || (text === '' && reasoning === '' && calls.length === 0)) return null
  return (
    <Speaker who="agent">
      {reasoning !== '' && <Reasoning id={sessionId} text={reasoning} />}
      {text !== '' && <Prose isGrowing>{text}</Prose>}
      {calls.map(([id, call]) => (
        <WrittenCall key={id} call={call} />
      ))}
    </Speaker>
  )
}

const spoken = ({ text, reasoning, calls }: Draft): Pick<Draft, 'text' | 'reasoning' | 'calls'> => ({
  text,
  reasoning,
  calls,
})

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
