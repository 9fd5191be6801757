'use client'

import { type KeyboardEvent, type SubmitEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { FIELD } from '@/components/ui/looks'
import { VerbBar } from '../set/decision-bar'

type Props = { isBusy: boolean; onDeny: (reason: string) => void; onCancel: () => void }

export function DenyForm({ isBusy, onDeny, onCancel }: Props) {
  const t = useTranslations('call.denyForm')
  const [reason, setReason] = useState('')
  const id = useId()
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isBusy) onDeny(reason.trim())
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onCancel()
    // The key that opened the form may still be held.
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={submit} onKeyDown={press}>
      <label htmlFor={id} className="font-semibold text-small">
        {t('reason')}
      </label>
      <input
        ref={keepReason}
        id={id}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the form opens because somebody asked for it
        autoFocus
        className={FIELD}
        value={reason}
        maxLength={10_000}
        autoComplete="off"
        placeholder={t('hint')}
        onChange={event => setReason(event.target.value)}
      />
      <VerbBar>
        <Button type="submit" look="main" off={isBusy}>
          {t('deny')}
        </Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </VerbBar>
    </form>
  )
}

/** What was begun is there again. Where this does not load, it lasts as long as the form. */
function keepReason(field: HTMLInputElement) {
  const keeping = import('./kept-drafts').then(
    module => module.startKeeping(field),
    () => null,
  )
  return () => void keeping.then(end => end?.())
}
