'use client'

import { createContext, type KeyboardEvent, type SubmitEvent, use, useCallback, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { FIELD } from '@/components/ui/looks'
import { isComposing, isLeaving } from '@/lib/client/decisions/key-aim'
import { VerbBar } from '../set/decision-bar'

/** What the reason begins as, where somebody has said why already. */
const FirstReason = createContext('')

export const FirstReasonProvider = FirstReason.Provider

type ReasonField = HTMLInputElement | HTMLTextAreaElement

type Props = { callId: string; isBusy: boolean; onDeny: (reason: string) => void; onCancel: () => void }

export function DenyForm({ callId, isBusy, onDeny, onCancel }: Props) {
  const t = useTranslations('call.denyForm')
  const firstReason = use(FirstReason)
  const [reason, setReason] = useState(firstReason)
  const id = useId()
  // Several lines want a field of several.
  const Field = firstReason === '' ? 'input' : 'textarea'
  const keep = useCallback(
    (field: ReasonField | null) => (field ? keepReason(field, callId) : undefined),
    [callId],
  )
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isBusy) onDeny(reason.trim())
  }
  const press = (event: KeyboardEvent): void => {
    if (isLeaving(event)) onCancel()
    // The key that opened the form may still be held.
    if (event.key === 'Enter' && (event.repeat || isComposing(event))) event.preventDefault()
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={submit} onKeyDown={press}>
      <label htmlFor={id} className="font-semibold text-small">
        {t('reason')}
      </label>
      <Field
        ref={keep}
        id={id}
        dir="auto"
        autoFocus
        className={`${FIELD} ${firstReason === '' ? '' : 'field-sizing-content max-h-[40dvh] resize-y'}`}
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
function keepReason(field: ReasonField, callId: string) {
  const keeping = import('./kept-drafts').then(
    module => module.startKeeping(field, callId),
    () => null,
  )
  return () => void keeping.then(end => end?.())
}
