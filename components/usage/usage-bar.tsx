import { useTranslations } from 'use-intl'
import { TOKEN_PARTS, type TokenNumbers, type TokenPart, tokenParts } from '@/lib/client/text/usage-days'

/** Parts differ by lightness and pattern, not by hue. */
export const PART_LOOKS = {
  full: 'bg-ink',
  hatched: 'border border-ink bg-[repeating-linear-gradient(135deg,transparent_0_3px,var(--field)_3px_4px)]',
  grey: 'bg-field',
  empty: 'border border-field',
  striped: 'border border-ink bg-[repeating-linear-gradient(45deg,transparent_0_2px,var(--ink)_2px_3px)]',
}

export type PartPattern = keyof typeof PART_LOOKS

type BarPart = { name: string; size: number; pattern: PartPattern }

/** Parts of a whole, each as wide as its share. Numbers beside it say the same. `most`: what fills all of it. */
export function PartsBar({ parts, most }: { parts: BarPart[]; most?: number }) {
  const all = parts.reduce((sum, { size }) => sum + size, 0)
  return (
    <span aria-hidden className="flex h-2.5 gap-px">
      {parts
        .filter(({ size }) => size > 0)
        .map(({ name, size, pattern }) => (
          <span
            key={name}
            className={`min-w-px ${PART_LOOKS[pattern]}`}
            style={{ width: `${(100 * size) / Math.max(1, most ?? all)}%` }}
          />
        ))}
    </span>
  )
}

/** Stands beside what a part of a bar is. */
export const PartSign = ({ pattern }: { pattern: PartPattern }) => (
  <span aria-hidden className={`size-3 flex-none ${PART_LOOKS[pattern]}`} />
)

export const TOKEN_LOOKS: Record<TokenPart, PartPattern> = {
  fresh: 'full',
  cached: 'hatched',
  output: 'grey',
}

/** Tokens as a bar; `most` fill all of it. */
export function TokenBar({ usage, most }: { usage: TokenNumbers; most: number }) {
  const sizes = tokenParts(usage)
  const parts = TOKEN_PARTS.map(name => ({ name, size: sizes[name], pattern: TOKEN_LOOKS[name] }))
  return <PartsBar parts={parts} most={most} />
}

export function PartsLegend() {
  const t = useTranslations('usage.parts')
  return (
    <ul aria-label={t('name')} className="flex flex-wrap gap-x-4 text-quiet text-small">
      {TOKEN_PARTS.map(part => (
        <li key={part} className="flex items-center gap-1.5">
          <PartSign pattern={TOKEN_LOOKS[part]} />
          {t(part)}
        </li>
      ))}
    </ul>
  )
}

export const tokensOf = ({ inputTokens, outputTokens }: TokenNumbers): number => inputTokens + outputTokens
