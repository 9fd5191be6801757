'use client'

import { useTranslations } from 'use-intl'
import { PlainProse } from '@/components/text/prose'
import { useOpened } from '@/lib/client/opened'

/** What the model thought, in its own words, folded. */
export function Reasoning({ id, text }: { id: string; text: string }) {
  const t = useTranslations('session.reasoning')
  const [isOpen, setOpen] = useOpened(`reasoning ${id}`)
  return (
    <details
      className="mb-1 text-quiet text-small"
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary>{t('summary')}</summary>
      <div className="reasoning">
        <PlainProse>{text}</PlainProse>
      </div>
    </details>
  )
}
