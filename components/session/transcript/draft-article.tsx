import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PaperText } from '@/components/text/code-text'
import { Prose } from '@/components/text/prose'
import { ServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Clock } from '@/components/ui/clock'
import { EMPTY_DRAFT, type LiveDraft } from '@/lib/client/live/draft'
import { useDraft } from '@/lib/client/live/use-live-session'
import type { Run } from '@/lib/domain/run/run'
import type { SessionView } from '@/lib/domain/session/view'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
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

/** One line on what is going on. It is no live region: it changes too often to be read out. */
function RunState({ view }: { view: SessionView }) {
  const t = useTranslations('session.runState')
  const hasDraft = useDraft(view.session.id, isWriting) ?? false
  const run = view.activeRun
  if (!run) return null
  const running = view.openSets.flatMap(set => set.calls).filter(({ state }) => state === 'executing')
  const activity = activityOf(run, running.length > 0, hasDraft)
  if (!activity) return null
  return (
    <div className="py-2.5 text-quiet text-small">
      <p>
        {t.rich(activity, {
          at: () => <Clock isExact at={run.retryAt ?? ''} />,
          tools: withVisibleEscapes(running.map(({ tool }) => tool).join(', ')),
        })}
      </p>
      {activity === 'retrying' && run.lastFailure && (
        <p className="wrap-anywhere">
          <ServerText codedText={run.failureMessage} english={run.lastFailure} />
        </p>
      )}
    </div>
  )
}

const isWriting = (draft: LiveDraft): boolean => draft.text !== '' || Object.keys(draft.calls).length > 0

/** What an active Run is doing, by the name of its message. Null while it waits: the dock shows that. */
function activityOf(run: Run, isRunning: boolean, hasDraft: boolean) {
  if (run.stop) return 'stopping'
  if (run.status === 'queued') return 'queued'
  if (run.status === 'waiting') return null
  if (run.retryAt) return 'retrying'
  if (run.compacting) return 'compacting'
  if (isRunning) return 'running'
  return hasDraft ? 'writing' : 'thinking'
}
