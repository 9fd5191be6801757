'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { FIELD } from '@/components/ui/looks'

type Props = {
  text: string
  onChange: (text: string) => void
  /** How many of the waiting Calls are listed, and how many there are. */
  listed: number
  all: number
}

/** Narrows a long list of Calls. What decides about all of them goes on meaning all, and that is said. */
export function CallFilter({ text, onChange, listed, all }: Props) {
  const t = useTranslations('call.callFilter')
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-2">
      <input
        type="text"
        aria-label={t('name')}
        aria-describedby={id}
        placeholder={t('name')}
        dir="auto"
        className={`${FIELD} max-w-60 max-phone:max-w-none`}
        value={text}
        autoComplete="off"
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && onChange('')}
      />
      <p id={id} aria-live="polite" className="text-quiet text-small">
        {text.trim() !== '' && t('listed', { listed, all })}
      </p>
    </div>
  )
}
