import { useTranslations } from 'use-intl'
import { ServerText } from '@/components/text/server-words'
import { Clock } from '@/components/ui/clock'
import type { LiveDraft } from '@/lib/client/live/draft'
import { useDraft } from '@/lib/client/live/use-live-session'
import type { Run } from '@/lib/domain/run/run'
import type { SessionView } from '@/lib/domain/session/view'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

/** One line on what is going on. It is no live region: it changes too often to be read out. */
export function RunState({ view }: { view: SessionView }) {
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
