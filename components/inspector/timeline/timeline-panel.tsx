'use client'

import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SessionRecord } from '@/components/health/record-state'
import { Button } from '@/components/ui/button'
import { timelineStart, useTimeline } from '@/lib/client/queries/use-timeline'
import { type SessionStory, sessionStory } from '@/lib/client/story/session-story'
import type { SessionView } from '@/lib/domain/session/view'
import { AllEvents } from './all-events'
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
  const loadEarlier = first > 1 ? () => setFrom(Math.max(0, first - 1 - EARLIER_EVENTS)) : null
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
      {isRaw ? (
        <AllEvents events={events} onEarlier={loadEarlier} />
      ) : (
        <Story story={story} view={view} onRequest={onRequest} onEarlier={loadEarlier} />
      )}
    </>
  )
}

type StoryProps = Props & { story: SessionStory; onEarlier: (() => void) | null }

/** The newest Run first, and open. */
function Story({ story: { runs, between }, view, onRequest, onEarlier }: StoryProps) {
  const t = useTranslations('inspector.timeline')
  const isReact = view.session.dialect === 'react'
  const newest = runs.at(-1)
  return (
    <>
      {runs.length === 0 && between.length === 0 && <p className="text-quiet">{t('none')}</p>}
      {runs.toReversed().map(run => (
        <RunSection
          key={run.id}
          run={run}
          isReact={isReact}
          onRequest={onRequest}
          isNewest={run === newest}
        />
      ))}
      {between.length > 0 && (
        <section className="border-field border-t py-3">
          <h3 className="font-semibold">{t('between')}</h3>
          <StoryItems items={between} isReact={isReact} onRequest={onRequest} />
        </section>
      )}
      {onEarlier && (
        <p className="pt-3">
          <Button onClick={onEarlier}>{t('earlier')}</Button>
        </p>
      )}
    </>
  )
}
