'use client'

import { useTranslations } from 'use-intl'
import { PlainProse } from '@/components/text/prose'
import { useOpen } from '@/lib/client/page/page-state'

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
