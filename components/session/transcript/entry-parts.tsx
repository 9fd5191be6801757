import { useLocale, useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { PlainProse, Prose } from '@/components/text/prose'
import { dayName } from '@/components/ui/day'
import { PLAIN_PROSE } from '@/components/ui/looks'
import type { LiveDraft } from '@/lib/client/live/draft'
import { useOpen } from '@/lib/client/page/page-state'
import { shownBlocks } from '@/lib/text/shown-blocks'

/** Stands between the entries of two days. */
export const DayLine = ({ at }: { at: string }) => (
  <p className="pb-2 text-center font-semibold text-small">
    {dayName(at, { locale: useLocale(), now: new Date() })}
  </p>
)

/** What a model thought before it answered, folded. */
export function Reasoning({ id, text }: { id: string; text: string }) {
  const t = useTranslations('session.reasoning')
  const [isOpen, setOpen] = useOpen(`reasoning ${id}`)
  return (
    <details
      className="mb-1 text-quiet text-small"
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary>{t('summary')}</summary>
      <div className="mt-1 border-hairline border-s-2 ps-3">
        <PlainProse>{text}</PlainProse>
      </div>
    </details>
  )
}

/** A message in which somebody sent a whole file, folded: shown whole it is laid out chunk by chunk. */
export const LongMessage = ({ children }: { children: string }) => (
  <div data-prose dir="auto">
    <CodeText isProse className={`${PLAIN_PROSE} font-sans`}>
      {children}
    </CodeText>
  </div>
)

/** Text that arrives in blocks: each is rendered once, and nothing above it moves. */
export const ProseInBlocks = ({ text, blocks }: Pick<LiveDraft, 'text' | 'blocks'>) => (
  <div className="flex flex-col gap-3">
    {shownBlocks(text, blocks).map(block => (
      <Prose key={block.begin} isGrowing>
        {block.text.replace(/^\n+|\n+$/g, '')}
      </Prose>
    ))}
  </div>
)
