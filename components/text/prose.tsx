import { lazy, memo, Suspense, useDeferredValue } from 'react'
import { PLAIN_PROSE } from '@/components/ui/looks'
import { loadPart } from '@/lib/client/page/load-part'
import { hasMarkdown } from '@/lib/client/text/markdown-signs'
import { copyProse, VisibleText } from './visible-text'

const MarkdownText = lazy(async () => ({
  default: (await loadPart(() => import('./markdown-text'))).MarkdownText,
}))

type Props = {
  children: string
  /** The text is still being written: unfinished Markdown is shown as if it were complete. */
  isGrowing?: boolean
}

/** A model's text, as Markdown if it has any; the parser is loaded only then. */
export const Prose = memo(function Prose({ children: text, isGrowing = false }: Props) {
  // What somebody types meanwhile comes first.
  const children = useDeferredValue(text)
  const plain = <PlainProse>{children}</PlainProse>
  if (!hasMarkdown(children)) return plain
  const formatted = <MarkdownText isGrowing={isGrowing}>{children}</MarkdownText>
  // Of a long page React sends the fallback first even where the rest is there, and what is painted first would be the
  // signs of Markdown. The parser is at hand where pages are rendered.
  return <Suspense fallback={typeof window === 'undefined' ? formatted : plain}>{formatted}</Suspense>
})

/** Text as it is, in its own direction; invisible characters are shown by their code points. */
export const PlainProse = ({ children }: { children: string }) => (
  <div data-prose className={PLAIN_PROSE} dir="auto" onCopy={copyProse}>
    <VisibleText isProse>{children}</VisibleText>
  </div>
)
