import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '@/components/ui/field'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import { OwnerForm } from './owner-form'

/** One number of the installation. An empty field takes the limit away, where it is one. */
export function NumberSetting({ name, max }: { name: 'noticeAfterSeconds' | 'maxRuns'; max: number }) {
  const t = useTranslations('settings.numbers')
  const [text, setText] = useState<string>()
  const { data } = useRead(KEYS.settings, 'GET /api/settings')
  const { mutate, isPending, error } = useChange(
    (value: number | null) => fetchApi('PATCH /api/settings', { body: { [name]: value } }),
    { refetches: [KEYS.settings], onDone: () => setText(undefined), announces: () => t('saved') },
  )
  const isOptional = name === 'maxRuns'
  return (
    <OwnerForm
      verb={t('save')}
      off={text === undefined || !(isOptional || text.trim()) || isPending}
      error={error}
      onSend={() => mutate(text?.trim() ? Number(text) : null)}
    >
      <Field
        label={t(name)}
        hint={isOptional && t('maxRunsHint')}
        type="number"
        inputMode="numeric"
        min={1}
        max={max}
        value={text ?? String(data?.[name] ?? '')}
        onValue={setText}
      />
    </OwnerForm>
  )
}
