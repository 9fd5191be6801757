'use client'

import { lazy, memo, Suspense } from 'react'
import { hasMarkdown } from '@/lib/client/markdown-signs'
import { copyProse } from './copy-exactly'
import { VisibleText } from './visible-text'

const MarkdownText = lazy(async () => ({ default: (await import('./markdown-text')).MarkdownText }))

type Props = {
  children: string
  /** It is still being written: what is begun and not ended is shown as if it were. */
  isGrowing?: boolean
}

/** Words of a model, as Markdown where there is any in them; that which reads it is loaded only then. */
export const Prose = memo(function Prose({ children, isGrowing = false }: Props) {
  const plain = <PlainProse>{children}</PlainProse>
  if (!hasMarkdown(children)) return plain
  return (
    <Suspense fallback={plain}>
      <MarkdownText isGrowing={isGrowing}>{children}</MarkdownText>
    </Suspense>
  )
})

/** Words as they are. They read in their own direction; what cannot be seen is shown by its code point. */
export const PlainProse = ({ children }: { children: string }) => (
  <div className="prose-plain" dir="auto" onCopy={copyProse}>
    <VisibleText isProse>{children}</VisibleText>
  </div>
)
