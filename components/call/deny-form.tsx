'use client'

import { type SubmitEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'

type Props = { isBusy: boolean; onDeny: (reason: string) => void; onCancel: () => void }

/** Refuses a Call, with a reason that the agent gets to read. */
export function DenyForm({ isBusy, onDeny, onCancel }: Props) {
  const t = useTranslations('call.denyForm')
  const [reason, setReason] = useState('')
  const id = useId()
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isBusy) onDeny(reason.trim())
  }
  return (
    <form className="call-form" onSubmit={submit} onKeyDown={event => event.key === 'Escape' && onCancel()}>
      <label htmlFor={id} className="form-label">
        {t('reason')}
      </label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the form opens because somebody asked for it
        autoFocus
        className="field"
        value={reason}
        maxLength={10_000}
        autoComplete="off"
        placeholder={t('hint')}
        onChange={event => setReason(event.target.value)}
      />
      <div className="decision-bar">
        <Button type="submit" look="main" off={isBusy}>
          {t('deny')}
        </Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </form>
  )
}
