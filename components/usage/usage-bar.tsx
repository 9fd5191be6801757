'use client'

import { useTranslations } from 'use-intl'
import { TOKEN_PARTS, type TokenNumbers, type TokenPart, tokenParts } from '@/lib/client/text/usage-days'
import type { UsageNumbers } from '@/lib/domain/contract/usage-operations'

/** As charts draw them: they differ by pattern and lightness. */
const PARTS: Record<TokenPart, string> = {
  fresh: 'bg-ink',
  cached: 'border border-ink bg-[repeating-linear-gradient(135deg,transparent_0_3px,var(--field)_3px_4px)]',
  output: 'bg-field',
}

/** Tokens as a bar, beside numbers that say the same; `most` fill all of it. */
export const TokenBar = ({ usage, most }: { usage: TokenNumbers; most: number }) => {
  const parts = tokenParts(usage)
  return (
    <span aria-hidden className="flex h-2.5">
      {TOKEN_PARTS.filter(part => parts[part] > 0).map(part => (
        <span
          key={part}
          className={`min-w-px ${PARTS[part]}`}
          style={{ width: `${(100 * parts[part]) / Math.max(1, most)}%` }}
        />
      ))}
    </span>
  )
}

export function PartsLegend() {
  const t = useTranslations('usage.parts')
  return (
    <ul aria-label={t('name')} className="flex flex-wrap gap-x-4 text-quiet text-small">
      {TOKEN_PARTS.map(part => (
        <li key={part} className="flex items-center gap-1.5">
          <span aria-hidden className={`size-3.25 ${PARTS[part]}`} />
          {t(part)}
        </li>
      ))}
    </ul>
  )
}

export const tokensOf = ({ inputTokens, outputTokens }: UsageNumbers): number => inputTokens + outputTokens
