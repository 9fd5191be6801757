import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OwnerForm } from '@/components/settings/owner-form'
import { Field } from '@/components/ui/field'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import type { ProviderId } from '@/lib/domain/contract/provider-operations'

const MOST = { connectSeconds: 300, silenceSeconds: 3600 }
type Name = keyof typeof MOST

/** How long a provider may take: slow ones get longer. */
export function TimeoutFields({ id, name }: { id: ProviderId; name: string }) {
  const t = useTranslations('models.timeouts')
  const [edits, setEdits] = useState<Partial<Record<Name, string>>>({})
  const { data } = useRead(KEYS.settings, 'GET /api/settings')
  const names = Object.keys(MOST) as Name[]
  const textOf = (name: Name): string => edits[name] ?? String(data?.providerTimeouts[id]?.[name] ?? '')
  const save = useChange(
    async () => {
      const { providerTimeouts } = await fetchApi('GET /api/settings')
      const entries = names.flatMap(name => (textOf(name) === '' ? [] : [[name, Number(textOf(name))]]))
      const body = { providerTimeouts: { ...providerTimeouts, [id]: Object.fromEntries(entries) } }
      return fetchApi('PATCH /api/settings', { body })
    },
    { refetches: [KEYS.settings], onDone: () => setEdits({}), announces: () => t('saved') },
  )
  const isOff = save.isPending || Object.keys(edits).length === 0
  return (
    <details>
      <summary aria-label={t('of', { name })} className="cursor-pointer text-small touch:py-3">
        {t('heading')}
      </summary>
      <OwnerForm verb={t('save')} off={isOff} error={save.error} onSend={() => save.mutate()}>
        <div className="flex flex-wrap gap-x-6 gap-y-3 pt-2">
          {names.map(name => (
            <Field
              key={name}
              label={t(name)}
              type="number"
              inputMode="numeric"
              min={1}
              max={MOST[name]}
              value={textOf(name)}
              onValue={text => setEdits({ ...edits, [name]: text })}
            />
          ))}
        </div>
        <p className="text-quiet text-small">{t('hint')}</p>
      </OwnerForm>
    </details>
  )
}
