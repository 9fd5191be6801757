'use client'

import { type SubmitEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { FIELD } from '@/components/ui/looks'
import { VerbBar } from '../set/decision-bar'

type Props = { isBusy: boolean; onAnswer: (result: string) => void; onCancel: () => void }

/** A person's answer in the tool's place: nothing runs. */
export function AnswerForm({ isBusy, onAnswer, onCancel }: Props) {
  const t = useTranslations('call.answerForm')
  const [result, setResult] = useState('')
  const id = useId()
  const isEmpty = result.trim() === ''
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isBusy && !isEmpty) onAnswer(result)
  }
  const leave = (event: { key: string }): void => {
    if (event.key === 'Escape' && isEmpty) onCancel()
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={submit} onKeyDown={leave}>
      <label htmlFor={id} className="font-semibold text-small">
        {t('result')}
      </label>
      <textarea
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the form opens because somebody asked for it
        autoFocus
        className={`${FIELD} field-sizing-content max-h-[40dvh] min-h-18 resize-y`}
        rows={3}
        value={result}
        onChange={event => setResult(event.target.value)}
      />
      <p className="text-small text-quiet">{t('hint')}</p>
      <VerbBar>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <span className="grow" />
        <Button type="submit" look="main" off={isBusy || isEmpty}>
          {t('send')}
        </Button>
      </VerbBar>
    </form>
  )
}
