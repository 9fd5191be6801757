'use client'

import { VisibleText } from '@/components/text/visible-text'
import { Clock } from '@/components/ui/clock'
import type { Draft } from '@/lib/client/draft'
import { useDraft } from '@/lib/client/use-draft'
import type { SessionView } from '@/lib/domain/view'
import { runWords } from './run-words'

/** One line on what goes on. It is no live region: it changes too often to be read out. */
export function RunState({ view }: { view: SessionView }) {
  const isSpeaking = useDraft(view.session.id, isWriting) ?? false
  const run = view.activeRun
  if (!run) return null
  const calls = view.openSets.flatMap(set => set.calls)
  const state = runWords(run, calls, isSpeaking)
  if (!state) return null
  return (
    <div className="text-small text-quiet">
      <p>
        {state.words}
        {state.at && (
          <>
            {' '}
            <Clock at={state.at} />.
          </>
        )}
      </p>
      {state.detail && (
        <p className="[overflow-wrap:anywhere]">
          <VisibleText>{state.detail}</VisibleText>
        </p>
      )}
    </div>
  )
}

const isWriting = (draft: Draft): boolean => draft.text !== '' || Object.keys(draft.calls).length > 0
