import { useMemo } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { DATE_LOCALES } from '@/components/ui/clock'
import { durationIn } from '@/lib/client/text/usage-days'
import type { UsageNumbers } from '@/lib/domain/contract/usage-operations'

export type UsageWords = ReturnType<typeof useUsageWords>

/** How numbers of the usage are written. */
export function useUsageWords() {
  const t = useTranslations('usage.values')
  const format = useFormatter()
  const locale = useLocale()
  return useMemo(() => {
    const days = new Intl.DateTimeFormat(DATE_LOCALES[locale], {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    } as const)
    const money = (dollars: number): string => {
      const maximumFractionDigits = dollars > 0 && dollars < 1 ? 4 : 2
      return format.number(dollars, { style: 'currency', currency: 'USD', maximumFractionDigits })
    }
    return {
      none: t('none'),
      money,
      count: (value: number): string => format.number(value),
      short: (value: number): string =>
        format.number(value, { notation: 'compact', maximumFractionDigits: 1 }),
      share: (value: number): string => format.number(value, { style: 'percent', maximumFractionDigits: 0 }),
      day: (day: string): string => days.format(new Date(`${day}T00:00:00Z`)),
      duration: (ms: number): string => {
        const { value, unit } = durationIn(ms)
        const maximumFractionDigits = value < 10 ? 1 : 0
        return format.number(value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits })
      },
      /** What has no price did not cost nothing. */
      cost: ({ cost, unpricedRequests: count }: Pick<UsageNumbers, 'cost' | 'unpricedRequests'>): string => {
        if (cost === null) return t('noPrice')
        return count > 0 ? t('alsoUnpriced', { cost: money(cost), count }) : money(cost)
      },
    }
  }, [t, format, locale])
}
