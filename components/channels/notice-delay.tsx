import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OwnerForm } from '@/components/settings/owner-form'
import { Alert } from '@/components/ui/alert'
import { Field } from '@/components/ui/field'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'

/** What is typed, over the number that was known then. */
type DelayDraft = { text: string; over: number | undefined }

/** For how long Calls wait before people are notified. */
export function NoticeDelay({ onSaved }: { onSaved: (text: string) => void }) {
  const t = useTranslations('channels.delay')
  const client = useQueryClient()
  const [draft, setDraft] = useState<DelayDraft | null>(null)
  const stored = useRead(KEYS.settings, 'GET /api/settings').data?.noticeAfterSeconds
  // What somebody else has set meanwhile is shown first: whoever saves once more has seen it.
  const { mutate, isPending, error } = useChange(async (noticeAfterSeconds: number) => {
    const fresh = await fetchApi('GET /api/settings')
    const isSame = fresh.noticeAfterSeconds === stored
    const settings = isSame ? await fetchApi('PATCH /api/settings', { body: { noticeAfterSeconds } }) : fresh
    client.setQueryData(KEYS.settings, settings)
    if (!isSame) return
    setDraft(null)
    onSaved(t('saved'))
  })
  return (
    <OwnerForm
      verb={t('save')}
      off={!draft || draft.text.trim() === '' || isPending}
      error={error}
      onSend={() => mutate(Number(draft?.text))}
    >
      <Field
        label={t('label')}
        type="number"
        inputMode="numeric"
        min={1}
        max={86_400}
        value={String(draft?.text ?? stored ?? '')}
        onValue={text => setDraft({ text, over: draft ? draft.over : stored })}
      />
      {draft && stored !== undefined && draft.over !== stored && (
        <Alert>{t('moved', { value: String(stored) })}</Alert>
      )}
    </OwnerForm>
  )
}
