'use client'

import { useFormatter, useTranslations } from 'use-intl'
import type { SessionView } from '@/lib/domain/view'

const COUNTED = ['inputTokens', 'cachedTokens', 'outputTokens', 'reasoningTokens', 'totalTokens'] as const

/** What the session has used so far, as the providers counted. */
export function UsagePanel({ view: { usage } }: { view: SessionView }) {
  const t = useTranslations('inspector.usage')
  const format = useFormatter()
  return (
    <>
      <dl>
        {COUNTED.map(name => (
          <div key={name} className="inspector-line">
            <dt>{t(name)}</dt>
            <dd className="figures">{format.number(usage[name])}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-3 text-quiet text-small">{t('note')}</p>
    </>
  )
}
