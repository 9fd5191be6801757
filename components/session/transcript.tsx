'use client'

import { type ReactNode, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { useEarlierEntries } from '@/lib/client/earlier-query'
import { type SessionView, TRANSCRIPT_TAIL } from '@/lib/domain/view'
import { DraftArticle } from './draft-article'
import { EntryArticle } from './entry-article'
import { RunState } from './run-state'
import { useStayAtEnd } from './use-stay-at-end'

const TEXT = {
  log: 'Transcript',
  earlier: 'Show earlier messages',
  failed: 'The earlier messages could not be read. Try again.',
}

/** What was said and done, oldest first. It follows its end until somebody scrolls up. */
export function Transcript({ view, whenEmpty }: { view: SessionView; whenEmpty: ReactNode }) {
  const log = useRef<HTMLDivElement>(null)
  const [first] = view.transcript
  const earlier = useEarlierEntries(view.session.id, first?.seq)
  const hasEarlier = view.transcript.length >= TRANSCRIPT_TAIL && !earlier.isWhole
  useStayAtEnd(log)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div ref={log} role="log" aria-label={TEXT.log} aria-live="off" tabIndex={0} className="transcript">
      <div className="column flex flex-col gap-5 py-6">
        {hasEarlier && (
          <div>
            <Button off={earlier.isLoading} onClick={earlier.load}>
              {TEXT.earlier}
            </Button>
            {earlier.failed && <p role="alert">{TEXT.failed}</p>}
          </div>
        )}
        {[...earlier.entries, ...view.transcript].map(entry => (
          <EntryArticle key={entry.id} entry={entry} />
        ))}
        <DraftArticle sessionId={view.session.id} isActive={view.activeRun !== undefined} />
        <RunState view={view} />
        {view.transcript.length === 0 && !view.activeRun && whenEmpty}
      </div>
    </div>
  )
}
