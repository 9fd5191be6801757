'use client'

import { useTranslations } from 'use-intl'
import { Clock } from '@/components/ui/clock'
import type { SessionView } from '@/lib/domain/view'

type Props = { view: SessionView; callId: string | undefined; at: string }

/** Who made a revision, and when; where a Call did and its place is at hand, the way there. */
export function ByWhom({ view, callId, at }: Props) {
  const t = useTranslations('inspector.revisions')
  const seq = callId && view.transcript.find(entry => entry.callId === callId)?.seq
  return (
    <p className="flex justify-between gap-3 text-quiet text-small">
      {seq ? (
        <a href={`#seq-${seq}`} className="underline underline-offset-3">
          {t('byAgent')}
        </a>
      ) : (
        <span>{t(callId ? 'byAgent' : 'byPerson')}</span>
      )}
      <Clock at={at} />
    </p>
  )
}
