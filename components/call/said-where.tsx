'use client'

import { useTranslations } from 'use-intl'
import type { Call } from '@/lib/domain/call'

/** In which dialect a Call was written, and where in the text of the reply; nothing of one in the provider's own form. */
export function SaidWhere({ call: { dialect, span } }: { call: Pick<Call, 'dialect' | 'span'> }) {
  const t = useTranslations('call.saidWhere')
  if (!span) return null
  const [from, to] = span
  return (
    <p className="said-where figures">
      <span className="dialect-badge">{dialect}</span> {t('where', { from: from + 1, to })}
    </p>
  )
}
