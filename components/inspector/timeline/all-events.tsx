'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ForkButton } from '@/components/session/fork-button'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { LEDGER_LINE } from '@/components/ui/further-looks'
import type { StreamEvent } from '@/lib/domain/session/event'
import { EventText } from './event-text'

/** How many of the loaded events are shown at first, and how many more each time. */
const SHOWN_EVENTS = 200

type Props = {
  events: StreamEvent[]
  /** Loads earlier ones; null where there are none. */
  onEarlier: (() => void) | null
}

/** The events of the session, newest first. */
export function AllEvents({ events, onEarlier }: Props) {
  const t = useTranslations('inspector.timeline')
  const [most, setMost] = useState(SHOWN_EVENTS)
  const more = most < events.length || onEarlier
  const showMore = (): void => {
    setMost(most + SHOWN_EVENTS)
    if (most + SHOWN_EVENTS > events.length) onEarlier?.()
  }
  return (
    <>
      <ol aria-label={t('events')} className="flex flex-col">
        {events
          .slice(-most)
          .toReversed()
          .map(event => (
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
                <Clock at={event.at} /> <span className="tabular-nums">#{event.seq}</span>
              </span>
            </li>
          ))}
      </ol>
      {more && (
        <p className="pt-3">
          <Button onClick={showMore}>{t('earlier')}</Button>
        </p>
      )}
    </>
  )
}
