'use client'

import { VisibleText } from '@/components/text/visible-text'
import type { Decider, DecisionKind } from '@/lib/domain/decision'
import { useDecidingHere } from './deciding'
import { verdictWords } from './verdict-words'

const TEXT = { elsewhere: 'already decided elsewhere' }

type Props = { callId: string; kind: DecisionKind; by: Decider; digest: string }

/** Who ruled, and what it was bound to. It takes the focus when the decision was made here. */
export function VerdictLine({ callId, kind, by, digest }: Props) {
  const isElsewhere = useDecidingHere().elsewhere.has(callId)
  return (
    <span data-verdict={callId} tabIndex={-1} className="text-small">
      <VisibleText>{verdictWords({ kind, by })}</VisibleText>
      {isElsewhere && <span>, {TEXT.elsewhere}</span>}{' '}
      <span className="font-mono text-quiet" title={digest}>
        {shortDigest(digest)}
      </span>
    </span>
  )
}

/** The first eight characters, by which people tell one from another. */
const shortDigest = (digest: string): string => digest.replace(/^sha256:/, '').slice(0, 8)
