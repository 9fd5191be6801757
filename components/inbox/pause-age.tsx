'use client'

import { useTranslations } from 'use-intl'
import { type Age, ageOf } from './age'

/** How long something has waited, in words. */
export function PauseAge({ since, now }: { since: string; now: number }) {
  const t = useTranslations('inbox.pauseAge')
  const { unit, count }: Age = ageOf(now - Date.parse(since))
  return (
    <time dateTime={since} className="whitespace-nowrap">
      {t(unit, { count })}
    </time>
  )
}
