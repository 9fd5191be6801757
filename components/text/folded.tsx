'use client'

import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { foldOf } from '@/lib/client/fold-text'
import { copyExactly } from './copy-exactly'

const TEXT = {
  showAll: (count: number) => `Show all ${grouped.format(count)} characters`,
  fold: 'Fold again',
  hidden: (count: number) => `${grouped.format(count)} characters are folded here`,
}
const grouped = new Intl.NumberFormat('en-US')

type Props = {
  text: string
  /** Shows the part of the text between two positions. */
  children: (from: number, to: number) => ReactNode
}

/** A long text in a bounded space: never cut without saying so, and never without its end. */
export function Folded({ text, children }: Props) {
  const [open, setOpen] = useState(false)
  const fold = useMemo(() => foldOf(text), [text])
  const shown = fold && !open ? fold : null
  return (
    <div>
      <pre className="code" onCopy={copyExactly}>
        {children(0, shown?.head ?? text.length)}
        {shown && (
          <span data-shown-only className="code-gap">
            {TEXT.hidden(shown.tail - shown.head)}
          </span>
        )}
        {shown && children(shown.tail, text.length)}
      </pre>
      {fold && (
        <Button look="quiet" onClick={() => setOpen(!open)}>
          {open ? TEXT.fold : TEXT.showAll(text.length)}
        </Button>
      )}
    </div>
  )
}
