'use client'

import Link from 'next/link'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { DATE_LOCALES } from '@/components/ui/clock'
import { LINK } from '@/components/ui/further-looks'
import type { SearchItem } from '@/lib/domain/session/search'
import type { SearchTerm } from '@/lib/text/search-terms'
import { MarkedText } from './history-hit'

const COLUMNS = ['title', 'date', 'model', 'calls', 'edited', 'denied', 'cost'] as const

const LOOKS =
  'py-1.5 pr-4 text-left align-top font-normal last:pr-0 nth-[n+4]:text-right max-phone:nth-3:hidden'

/** Sessions with what they came to. */
export function SessionsTable({ items, terms }: { items: SearchItem[]; terms: SearchTerm[] }) {
  const t = useTranslations('history.table')
  const format = useFormatter()
  const day = new Intl.DateTimeFormat(DATE_LOCALES[useLocale()], { dateStyle: 'medium' })
  const money = { style: 'currency', currency: 'USD', maximumFractionDigits: 2 } as const
  const cellsOf = ({ at, session }: SearchItem) => [
    <time key="date" dateTime={at} className="whitespace-nowrap">
      {day.format(new Date(at))}
    </time>,
    session?.model,
    ...[session?.calls, session?.edited, session?.denied].map(count => count || '–'),
    session?.cost === undefined ? '–' : format.number(session.cost, money),
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section aria-label={t('name')} tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse tabular-nums text-small">
        <thead>
          <tr className="border-field border-b text-quiet">
            {COLUMNS.map(column => (
              <th key={column} scope="col" className={LOOKS}>
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(item => (
            <tr key={item.sessionId} className="border-hairline border-b hover:bg-hover">
              <th scope="row" className={`min-w-40 wrap-anywhere ${LOOKS}`}>
                <Link href={item.link} prefetch={false} className={LINK}>
                  <MarkedText text={item.title} terms={terms} />
                </Link>
              </th>
              {cellsOf(item).map((cell, at) => (
                <td key={COLUMNS[at + 1]} className={LOOKS}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
