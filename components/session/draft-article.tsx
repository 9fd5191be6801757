'use client'

import { lazy, Suspense } from 'react'
import { CodeText } from '@/components/text/code-text'
import { Prose } from '@/components/text/prose'
import { VisibleText } from '@/components/text/visible-text'
import { type Draft, EMPTY_DRAFT } from '@/lib/client/draft'
import { useDraft } from '@/lib/client/use-draft'
import { Reasoning } from './reasoning'
import { Speaker } from './speaker'

/** What the agent is about to say, and the Calls that it is writing, as far as they have come. */
export function DraftArticle({ sessionId, isActive }: { sessionId: string; isActive: boolean }) {
  const { text, blocks, reasoning, calls: written } = useDraft(sessionId, spoken) ?? EMPTY_DRAFT
  const calls = Object.entries(written)
  if (!isActive || (text === '' && reasoning === '' && calls.length === 0)) return null
  return (
    <Speaker who="agent">
      {reasoning !== '' && <Reasoning id={sessionId} text={reasoning} />}
      {text !== '' && <Words text={text} blocks={blocks} />}
      {calls.map(([id, call]) => (
        <WrittenCall key={id} call={call} />
      ))}
    </Speaker>
  )
}

const spoken = ({
  text,
  blocks,
  reasoning,
  calls,
}: Draft): Pick<Draft, 'text' | 'blocks' | 'reasoning' | 'calls'> => ({ text, blocks, reasoning, calls })

const WordsInBlocks = lazy(async () => ({ default: (await import('./words-in-blocks')).WordsInBlocks }))

function Words({ text, blocks }: Pick<Draft, 'text' | 'blocks'>) {
  const growing = <Prose isGrowing>{text}</Prose>
  if (blocks.length === 0) return growing
  return (
    <Suspense fallback={growing}>
      <WordsInBlocks text={text} blocks={blocks} />
    </Suspense>
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
