import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { announce } from '@/components/list/list-page'
import { OwnerForm } from '@/components/settings/owner-form'
import { Field } from '@/components/ui/field'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'

/** For how long Calls wait before people are notified. */
export function NoticeDelay() {
  const t = useTranslations('channels.delay')
  const [text, setText] = useState<string>()
  const { data } = useRead(KEYS.settings, 'GET /api/settings')
  const { mutate, isPending, error } = useChange(
    (noticeAfterSeconds: number) => fetchApi('PATCH /api/settings', { body: { noticeAfterSeconds } }),
    {
      refetches: [KEYS.settings],
      onDone: () => {
        setText(undefined)
        announce(t('saved'))
      },
    },
  )
  return (
    <OwnerForm
      verb={t('save')}
      off={!text?.trim() || isPending}
      error={error}
      onSend={() => mutate(Number(text))}
    >
      <Field
        label={t('label')}
        type="number"
        inputMode="numeric"
        min={1}
        max={86_400}
        value={text ?? String(data?.noticeAfterSeconds ?? '')}
        onValue={setText}
      />
    </OwnerForm>
  )
}
