'use client'

import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import type { Call } from '@/lib/domain/call'

type Props = { call: Pick<Call, 'dialect' | 'span' | 'outputPath'> }

/**
 * In which dialect a Call was written, where in the text of the reply, and where its result goes; nothing of one in
 * the provider's own form.
 */
export function SaidWhere({ call }: Props) {
  const t = useTranslations('call.saidWhere')
  const { dialect, span, outputPath } = call
  if (!span) return null
  const [from, to] = span
  return (
    <p className="said-where figures">
      <span className="dialect-badge">{dialect}</span> {t('where', { from: from + 1, to })}
      {outputPath !== undefined && (
        <span className="block">
          {t('output')} <VisibleText isLine>{outputPath}</VisibleText>
        </span>
      )}
    </p>
  )
}
