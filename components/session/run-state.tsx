'use client'

import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Clock } from '@/components/ui/clock'
import type { Draft } from '@/lib/client/draft'
import { useDraft } from '@/lib/client/use-draft'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'
import type { SessionView } from '@/lib/domain/view'
import { runWords } from './run-words'

/** One line on what goes on. It is no live region: it changes too often to be read out. */
export function RunState({ view }: { view: SessionView }) {
  const t = useTranslations('session.runState')
  const isSpeaking = useDraft(view.session.id, isWriting) ?? false
  const run = view.activeRun
  if (!run) return null
  const calls = view.openSets.flatMap(set => set.calls)
  const state = runWords(run, calls, isSpeaking)
  if (!state) return null
  return (
    <div className="run-state">
      <p>
        {state.name === 'retrying'
          ? t.rich('retrying', { at: () => <Clock at={state.at} /> })
          : t(state.name, { tools: state.name === 'running' ? withVisibleEscapes(state.tools) : '' })}
      </p>
      {state.name === 'retrying' && state.failure && (
        <p className="[overflow-wrap:anywhere]">
          <VisibleText>{state.failure}</VisibleText>
        </p>
      )}
    </div>
  )
}

const isWriting = (draft: Draft): boolean => draft.text !== '' || Object.keys(draft.calls).length > 0
