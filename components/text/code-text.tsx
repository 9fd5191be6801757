'use client'

import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CODE } from '@/components/ui/looks'
import { foldOf } from '@/lib/client/text/long-text'
import { copyExactly, VisibleText } from './visible-text'

/** Text to the character, folded where it is long. */
export const CodeText = ({ isWhole = false, children }: { isWhole?: boolean; children: string }) => (
  <Folded text={children} isWhole={isWhole}>
    {(from, to) => <VisibleText>{children.slice(from, to)}</VisibleText>}
  </Folded>
)

type Props = {
  text: string
  /** Whether it starts unfolded. */
  isWhole?: boolean
  /** Renders the text between two positions. */
  children: (from: number, to: number) => ReactNode
}

/** Whoever follows a search result sees its text unfolded: the match may be anywhere. */
const Unfolded = createContext(false)

export const UnfoldedProvider = Unfolded.Provider

/** A long text in a bounded space: its end is always visible, and it says how much is folded. */
export function Folded({ text, isWhole = false, children }: Props) {
  const t = useTranslations('text.folded')
  const isUnfolded = use(Unfolded)
  const [open, setOpen] = useState(isWhole || isUnfolded)
  const fold = useMemo(() => foldOf(text), [text])
  const gap = fold && !open ? fold : null
  return (
    <div data-fold={fold ? (open ? 'opened' : 'folded') : undefined}>
      <pre className={CODE} onCopy={copyExactly}>
        {children(0, gap?.head ?? text.length)}
        {gap && (
          <span
            data-shown-only
            className="my-1 block border-field border-y border-dashed px-2.5 py-0.5 font-sans text-quiet"
          >
            {t('hidden', { count: gap.tail - gap.head })}
          </span>
        )}
        {gap && children(gap.tail, text.length)}
      </pre>
      {fold && (
        <Button look="quiet" onClick={() => setOpen(!open)}>
          {open ? t('fold') : t('showAll', { count: text.length })}
        </Button>
      )}
    </div>
  )
}
