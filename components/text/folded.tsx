'use client'

import { type ReactNode, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { foldOf } from '@/lib/client/fold-text'
import { copyExactly } from './copy-exactly'

type Props = {
  text: string
  /** Whether it is shown whole to begin with. */
  isWhole?: boolean
  /** Shows the part of the text between two positions. */
  children: (from: number, to: number) => ReactNode
}

/** A long text in a bounded space: never cut without saying so, and never without its end. */
export function Folded({ text, isWhole = false, children }: Props) {
  const t = useTranslations('text.folded')
  const [open, setOpen] = useState(isWhole)
  const fold = useMemo(() => foldOf(text), [text])
  const shown = fold && !open ? fold : null
  return (
    <div>
      <pre className="code" onCopy={copyExactly}>
        {children(0, shown?.head ?? text.length)}
        {shown && (
          <span data-shown-only className="code-gap">
            {t('hidden', { count: shown.tail - shown.head })}
          </span>
        )}
        {shown && children(shown.tail, text.length)}
      </pre>
      {fold && (
        <Button look="quiet" onClick={() => setOpen(!open)}>
          {open ? t('fold') : t('showAll', { count: text.length })}
        </Button>
      )}
    </div>
  )
}
