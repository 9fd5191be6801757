'use client'

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '@/lib/client/api'
import { KEYS } from '@/lib/client/keys'
import { FieldFault } from './field-fault'
import type { SettingProps } from './setting'
import { ThinkingSelect } from './thinking-select'

/** Which model answers, and how long it thinks. Any model can be named; those that are known are offered. */
export function ModelSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.model')
  const known = useId()
  const { data } = useQuery({ queryKey: KEYS.models, queryFn: ({ signal }) => api.listModels(signal) })
  const ready = data?.items.filter(model => model.ready) ?? []
  const levels = data?.items.find(({ id }) => id === session.model)?.thinking
  return (
    <div className="setting-pair">
      <div>
        <label>
          <span className="font-semibold">{t('label')}</span>
          <input
            className="field font-mono text-small"
            list={known}
            spellCheck={false}
            autoCapitalize="none"
            value={session.model}
            onChange={({ target }) => set({ model: target.value.trim() })}
          />
        </label>
        <datalist id={known}>
          {ready.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </datalist>
        <FieldFault text={faultAt('/model')} />
      </div>
      <div>
        <ThinkingSelect session={session} set={set} levels={levels} />
        <FieldFault text={faultAt('/thinking')} />
      </div>
    </div>
  )
}
