import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { useUsageWords } from '@/components/usage/usage-words'
import { beginningOf } from '@/lib/client/text/beginning'

/** Below it a time is said to be shorter than that. */
const SHORTEST_MS = 100

/** How long something took, in words. */
export function useLengthWords(): (ms: number) => string {
  const t = useTranslations('inspector.run')
  const words = useUsageWords()
  return ms => (ms < SHORTEST_MS ? t('under', { time: words.duration(SHORTEST_MS) }) : words.duration(ms))
}

export const Beginning = ({ text, className = '' }: { text: string; className?: string }) => (
  <p dir="auto" className={`wrap-anywhere ${className}`}>
    <VisibleText>{beginningOf(text)}</VisibleText>
  </p>
)
