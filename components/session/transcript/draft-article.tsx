import type { ReactNode } from 'react'
import { PaperText } from '@/components/text/code-text'
import { Prose } from '@/components/text/prose'
import { VisibleText } from '@/components/text/visible-text'
import { EMPTY_DRAFT, type LiveDraft } from '@/lib/client/live/draft'
import { useDraft } from '@/lib/client/live/use-live-session'
import type { SessionView } from '@/lib/domain/session/view'
import { RunState } from '../run-state'
import { Speaker } from './entry-article'
import { ProseInBlocks, Reasoning } from './entry-parts'

/** What the agent is writing, and what it does. */
export function DraftArticle({ view }: { view: SessionView }): ReactNode {
  return (
    <>
      <Draft sessionId={view.session.id} />
      <RunState view={view} />
    </>
  )
}

/** Text, reasoning and Calls, as far as they have arrived. */
function Draft({ sessionId }: { sessionId: string }) {
  const { text, blocks, reasoning, calls: drafts } = useDraft(sessionId, replyOf) ?? EMPTY_DRAFT
  const calls = Object.entries(drafts)
  if (text === '' && reasoning === '' && calls.length === 0) return null
  return (
    <Speaker who="agent">
      {reasoning !== '' && <Reasoning id={sessionId} text={reasoning} />}
      {text !== '' &&
        (blocks.length > 0 ? <ProseInBlocks text={text} blocks={blocks} /> : <Prose isGrowing>{text}</Prose>)}
      {calls.map(([id, call]) => (
        <CallDraft key={id} call={call} />
      ))}
    </Speaker>
  )
}

const replyOf = ({ text, blocks, reasoning, calls }: LiveDraft) => ({ text, blocks, reasoning, calls })

/** A Call that is still being written: there is nothing to decide yet. */
const CallDraft = ({ call }: { call: LiveDraft['calls'][string] }) => (
  <div className="mt-1 text-quiet text-small">
    <p className="font-mono wrap-anywhere">
      <VisibleText isLine>{call.tool}</VisibleText>
    </p>
    {call.text !== '' && <PaperText>{call.text}</PaperText>}
  </div>
)
