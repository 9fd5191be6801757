'use client'

import { useId, useState } from 'react'
import { CodeText } from '@/components/text/code-text'
import { Diff } from '@/components/text/diff'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import type { Preview } from '@/lib/domain/preview'

const TEXT = {
  show: 'Show arguments',
  hide: 'Hide arguments',
  diff: 'Change',
  arguments: 'Arguments',
  incomplete: 'The contents are too large, or no text: they are shown by size and hash.',
}

type Props = { preview: Preview | undefined; argumentsText: string }

/** What a Call would do; its arguments are always within reach, in full. */
export function CallPreview({ preview, argumentsText }: Props) {
  const [open, setOpen] = useState(false)
  const id = useId()
  if (!preview?.diff) return <ArgumentsText>{argumentsText}</ArgumentsText>
  return (
    <div className="flex flex-col gap-2">
      <figure className="paper-block" aria-label={TEXT.diff}>
        <figcaption className="paper-caption whitespace-pre-wrap">
          <VisibleText isLine>{preview.diff.path}</VisibleText>
        </figcaption>
        <Diff unified={preview.diff.unified} />
      </figure>
      {preview.diff.truncated && <p className="text-small text-quiet">{TEXT.incomplete}</p>}
      <div className="leading-none">
        <Button
          look="quiet"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {open ? TEXT.hide : TEXT.show}
        </Button>
      </div>
      {open && (
        <div id={id}>
          <ArgumentsText>{argumentsText}</ArgumentsText>
        </div>
      )}
    </div>
  )
}

const ArgumentsText = ({ children }: { children: string }) => (
  <figure className="paper-block" aria-label={TEXT.arguments}>
    <div className="px-2.5 py-1">
      <CodeText>{children}</CodeText>
    </div>
  </figure>
)
