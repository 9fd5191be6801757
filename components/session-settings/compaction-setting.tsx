'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Choice } from '@/components/ui/choice'
import { FIELD } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import type { Compaction } from '@/lib/domain/run/limits'
import type { SettingProps } from './setting-fields'
import { NumberField } from './setting-fields'

const NUMBERS = [
  ...(['messages', 'keepMessages', 'chars', 'triggerRatio', 'keepChars'] as const),
  ...(['reserveTokens', 'keepTokens'] as const),
] satisfies (keyof Compaction)[]

/** When earlier messages are summarised, and how much is kept. */
export function CompactionSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.compaction')
  return (
    <fieldset>
      <legend className="font-semibold">{t('label')}</legend>
      <p className="pb-2 text-quiet text-small">{t('hint')}</p>
      <Choice
        type="checkbox"
        checked={session.compaction.enabled}
        onChange={({ target }) => set({ compaction: { enabled: target.checked } })}
      >
        <span>
          {t('enabled')} <span className="block text-quiet text-small">{t('enabledHint')}</span>
        </span>
      </Choice>
      <ContextWindow model={session.model} />
      <details>
        <summary className="cursor-pointer">{t('numbers')}</summary>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(12.5rem,1fr))] gap-3 pt-2">
          {NUMBERS.map(name => (
            <NumberField
              key={name}
              label={t(name)}
              unit=""
              step={name === 'triggerRatio' ? 0.05 : 1}
              value={session.compaction[name]}
              onValue={value => value !== null && set({ compaction: { [name]: value } })}
              fault={faultAt(`/compaction/${name}`)}
            />
          ))}
          <NumberField
            label={t('overflowRetries')}
            unit=""
            value={session.limits.overflowRetries}
            onValue={value => value !== null && set({ limits: { overflowRetries: value } })}
            fault={faultAt('/limits/overflowRetries')}
          />
        </div>
      </details>
    </fieldset>
  )
}

/** Belongs to the model, in all sessions, so it is saved separately. */
function ContextWindow({ model }: { model: string }) {
  const t = useTranslations('sessionSettings.window')
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: KEYS.models,
    queryFn: ({ signal }) => fetchApi('GET /api/models', { signal }),
  })
  const stored = data?.items.find(({ id }) => id === model)?.contextWindow
  const [text, setText] = useState<string | null>(null)
  const value = text ?? (stored === undefined ? '' : String(stored))
  const { mutate, isPending, error, isSuccess } = useMutation({
    mutationFn: () => {
      const contextWindow = value === '' ? null : Number(value)
      return fetchApi('PATCH /api/models/{modelId}', { params: { modelId: model }, body: { contextWindow } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: KEYS.models }),
  })
  return (
    <div className="py-2">
      <label className="block">
        <span className="text-small">{t('label')}</span>
        <span className="flex gap-2">
          <input
            type="number"
            min={1}
            step={1}
            className={`${FIELD} tabular-nums`}
            placeholder={t('unknown')}
            value={value}
            onChange={({ target }) => setText(target.value)}
          />
          <Button off={isPending || text === null} onClick={() => mutate()}>
            {t('set')}
          </Button>
        </span>
      </label>
      <p className="text-quiet text-small">{isSuccess ? t('saved') : t('hint')}</p>
      {error && (
        <Alert className="mt-1">
          <ProblemText error={error} />
        </Alert>
      )}
    </div>
  )
}
