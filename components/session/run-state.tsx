import { useTranslations } from 'use-intl'
import { ServerText } from '@/components/text/server-words'
import { Clock } from '@/components/ui/clock'
import type { LiveDraft } from '@/lib/client/live/draft'
import { useDraft } from '@/lib/client/live/use-live-session'
import type { Call } from '@/lib/domain/call/call'
import type { Run } from '@/lib/domain/run/run'
import type { SessionView } from '@/lib/domain/session/view'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

/** One line on what is going on. It is no live region: it changes too often to be read out. */
export function RunState({ view }: { view: SessionView }) {
  const t = useTranslations('session.runState')
  const hasDraft = useDraft(view.session.id, isWriting) ?? false
  const run = view.activeRun
  if (!run) return null
  const calls = view.openSets.flatMap(set => set.calls)
  const activity = activityOf(run, calls, hasDraft)
  if (!activity) return null
  return (
    <div className="py-2.5 text-quiet text-small">
      <p>
        {activity.name === 'retrying'
          ? t.rich('retrying', { at: () => <Clock at={activity.at} /> })
          : t(activity.name, {
              tools: activity.name === 'running' ? withVisibleEscapes(activity.tools) : '',
            })}
      </p>
      {activity.name === 'retrying' && activity.failure && (
        <p className="wrap-anywhere">
          <ServerText codedText={run.failureMessage} english={activity.failure} />
        </p>
      )}
    </div>
  )
}

const isWriting = (draft: LiveDraft): boolean => draft.text !== '' || Object.keys(draft.calls).length > 0

/** What an active Run is doing, by the name of its message. */
type Activity =
  | { name: 'stopping' | 'queued' | 'compacting' | 'writing' | 'thinking' }
  | { name: 'running'; tools: string }
  | { name: 'retrying'; at: string; failure: string | undefined }

/** Null while the Run waits: the dock shows that. */
function activityOf(run: Run, calls: Call[], hasDraft: boolean): Activity | null {
  if (run.stop) return { name: 'stopping' }
  if (run.status === 'queued') return { name: 'queued' }
  if (run.status === 'waiting') return null
  if (run.retryAt) return { name: 'retrying', at: run.retryAt, failure: run.lastFailure }
  if (run.compacting) return { name: 'compacting' }
  const running = calls.filter(call => call.state === 'executing').map(call => call.tool)
  if (running.length > 0) return { name: 'running', tools: running.join(', ') }
  return { name: hasDraft ? 'writing' : 'thinking' }
}
