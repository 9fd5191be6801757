import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { useUsageWords } from '@/components/usage/usage-words'

/** Below it a time is said to be shorter than that. */
const SHORTEST_MS = 100

/** How long something took, in words. */
export function useLengthWords(): (ms: number) => string {
  const t = useTranslations('inspector.run')
  const words = useUsageWords()
  return ms => (ms < SHORTEST_MS ? t('under', { time: words.duration(SHORTEST_MS) }) : words.duration(ms))
}

/** The most of a text that a story tells: the transcript has all of it. */
const MOST_CHARS = 160

/** The first words of a text. */
export function beginningOfText(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length <= MOST_CHARS ? line : `${line.slice(0, MOST_CHARS).toWellFormed().trimEnd()}…`
}

export const Beginning = ({ text, className = '' }: { text: string; className?: string }) => (
  <p dir="auto" className={`wrap-anywhere ${className}`}>
    <VisibleText>{beginningOfText(text)}</VisibleText>
  </p>
)
