'use client'

import { useDraft } from '@/lib/client/use-draft'
import { Reasoning } from './reasoning'
import { Speaker } from './speaker'

/** What the agent is about to say, as far as it has come. */
export function DraftArticle({ sessionId, isActive }: { sessionId: string; isActive: boolean }) {
  const text = useDraft(sessionId, draft => draft.text) ?? ''
  const reasoning = useDraft(sessionId, draft => draft.reasoning) ?? ''
  if (!isActive || (text === '' && reasoning === '')) return null
  return (
    <Speaker who="agent">
      {reasoning !== '' && <Reasoning text={reasoning} />}
      <div className="prose-plain" dir="auto">
        {text}
      </div>
    </Speaker>
  )
}
