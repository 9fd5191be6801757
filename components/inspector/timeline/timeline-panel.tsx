import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SessionRecord } from '@/components/health/record-state'
import { ForkButton } from '@/components/session/fork-button'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { LEDGER_LINE } from '@/components/ui/further-looks'
import { timelineStart, useTimeline } from '@/lib/client/queries/use-timeline'
import { type SessionStory, sessionStory } from '@/lib/client/story/session-story'
import type { StreamEvent } from '@/lib/domain/session/event'
import type { SessionView } from '@/lib/domain/session/view'
import { EventText } from './event-text'
import { RunSection } from './run-section'
import { StoryItems } from './story-items'

/** How many more events are loaded each time. */
const EARLIER_EVENTS = 500

type Props = { view: SessionView; onRequest: (number: number) => void }

/** What happened in a session, Run by Run; or every event of it. */
export function TimelinePanel({ view, onRequest }: Props) {
  const t = useTranslations('inspector.timeline')
  const [from, setFrom] = useState(() => timelineStart(view.seq))
  const [isRaw, setIsRaw] = useState(false)
  const events = useTimeline(view.session.id, { from, seq: view.seq })
  const story = useMemo(() => sessionStory(events), [events])
  const first = events[0]?.seq ?? 1
  return (
    <>
      <SessionRecord sessionId={view.session.id} />
      <p className="flex flex-wrap items-center justify-between gap-x-3 border-hairline border-t py-2">
        <span className="text-quiet text-small tabular-nums">
          {t('count', { loaded: events.length, all: view.seq })}
        </span>
        <Button variant="faint" aria-pressed={isRaw} onClick={() => setIsRaw(!isRaw)}>
          {t('events')}
        </Button>
      </p>
      {isRaw ? <AllEvents events={events} /> : <Story story={story} view={view} onRequest={onRequest} />}
      {first > 1 && (
        <p className="pt-3">
          <Button onClick={() => setFrom(Math.max(0, first - 1 - EARLIER_EVENTS))}>{t('earlier')}</Button>
        </p>
      )}
    </>
  )
}

/** The newest Run first, and open. */
function Story({ story: { runs, between }, view, onRequest }: Props & { story: SessionStory }) {
  const t = useTranslations('inspector.timeline')
  const shared = { isReact: view.session.dialect === 'react', onRequest }
  return (
    <>
      {runs.length === 0 && between.length === 0 && <p className="text-quiet">{t('none')}</p>}
      {runs.toReversed().map(run => (
        <RunSection key={run.id} {...shared} run={run} isNewest={run === runs.at(-1)} />
      ))}
      {between.length > 0 && (
        <section className="border-field border-t py-3">
          <h3 className="font-semibold">{t('between')}</h3>
          <StoryItems items={between} {...shared} />
        </section>
      )}
    </>
  )
}

/** The events of the session, newest first. */
function AllEvents({ events }: { events: StreamEvent[] }) {
  const t = useTranslations('inspector.timeline')
  return (
    <ol aria-label={t('events')} className="flex flex-col">
      {events.toReversed().map(event => (
        <li key={event.seq} className={LEDGER_LINE}>
          <span className="min-w-0 wrap-anywhere">
            <EventText event={event} />
            {event.type === 'call.decided' && (
              <span className="block">
                <ForkButton sessionId={event.sessionId} seq={event.seq - 1}>
                  {t('fork')}
                </ForkButton>
              </span>
            )}
          </span>
          <span className="shrink-0 text-quiet text-small">
            <Clock isExact at={event.at} /> <span className="tabular-nums">#{event.seq}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
