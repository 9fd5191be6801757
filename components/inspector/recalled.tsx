'use client'

import { useFormatter, useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import type { MemoryHit } from '@/lib/domain/memory'

/** What was looked for in the memories, what was found, and why it was told to the model or not. */
export function Recalled({ query, hits }: { query: string; hits: MemoryHit[] }) {
  const t = useTranslations('inspector.recalled')
  const format = useFormatter()
  const kept = hits.filter(hit => hit.kept).length
  return (
    <details>
      <summary className="cursor-pointer">{t('count', { count: kept })}</summary>
      <p className="pt-1 text-quiet text-small">
        {t('query')} <VisibleText isLine>{query}</VisibleText>
      </p>
      <ul className="flex flex-col gap-1 pt-1 text-small">
        {hits.map(({ id, score, reason, text }) => (
          <li key={id}>
            <span className="figures">{format.number(score, { minimumFractionDigits: 2 })}</span> {t(reason)}:{' '}
            <VisibleText isLine>{text}</VisibleText>
          </li>
        ))}
      </ul>
    </details>
  )
}
