'use client'

import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { Diff } from '@/components/text/diff'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import type { Preview } from '@/lib/domain/preview'

type Props = {
  preview: Preview | undefined
  argumentsText: string
  /** Whether nothing is folded to begin with. */
  isWhole?: boolean
}

/** What a Call would do; its arguments are always within reach, in full. */
export function CallPreview({ preview, argumentsText, isWhole = false }: Props) {
  const t = useTranslations('call.callPreview')
  const [open, setOpen] = useState(false)
  const id = useId()
  const asText = (
    <ArgumentsText name={t('arguments')} isWhole={isWhole}>
      {argumentsText}
    </ArgumentsText>
  )
  if (!preview?.diff) return asText
  return (
    <div className="flex flex-col gap-2">
      <figure className="paper-block" aria-label={t('diff')}>
        <figcaption className="paper-caption whitespace-pre-wrap">
          <VisibleText isLine>{preview.diff.path}</VisibleText>
        </figcaption>
        <Diff unified={preview.diff.unified} isWhole={isWhole} />
      </figure>
      {preview.diff.truncated && <p className="text-small text-quiet">{t('incomplete')}</p>}
      <div className="leading-none">
        <Button
          look="quiet"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {open ? t('hide') : t('show')}
        </Button>
      </div>
      {open && <div id={id}>{asText}</div>}
    </div>
  )
}

type TextProps = { name: string; isWhole: boolean; children: string }

const ArgumentsText = ({ name, isWhole, children }: TextProps) => (
  <figure className="paper-block" aria-label={name}>
    <div className="px-2.5 py-1">
      <CodeText isWhole={isWhole}>{children}</CodeText>
    </div>
  </figure>
)
