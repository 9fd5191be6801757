'use client'

import { useLocale } from 'use-intl'
import { dayName } from '@/components/ui/day'

const LINE =
  'flex items-center gap-3 pb-3 text-quiet text-small before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline'

/** Stands between the entries of two days. */
export const DayLine = ({ at }: { at: string }) => (
  <p className={LINE}>{dayName(at, { locale: useLocale(), now: new Date() })}</p>
)
