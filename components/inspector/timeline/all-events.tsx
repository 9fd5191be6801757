'use client'

import { useTranslations } from 'use-intl'
import { ForkButton } from '@/components/session/fork-button'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { LEDGER_LINE } from '@/components/ui/further-looks'
import type { StreamEvent } from '@/lib/domain/session/event'
import { EventText } from './event-text'

type Props = {
  events: StreamEvent[]
  /** Loads earlier ones; null where there are none. */
  onEarlier: (() => void) | null
}

/** The events of the session, newest first. */
export function AllEvents({ events, onEarlier }: Props) {
  const t = useTranslations('inspector.timeline')
  return (
    <>
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
              <Clock at={event.at} /> <span className="tabular-nums">#{event.seq}</span>
            </span>
          </li>
        ))}
      </ol>
      {onEarlier && (
        <p className="pt-3">
          <Button onClick={onEarlier}>{t('earlier')}</Button>
        </p>
      )}
    </>
  )
}
