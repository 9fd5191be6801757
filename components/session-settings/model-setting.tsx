'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { CODE_FIELD } from '@/components/ui/further-looks'
import { FIELD } from '@/components/ui/looks'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import type { Thinking } from '@/lib/domain/session/session'
import { FieldAlert, type SettingProps } from './setting-fields'

export const LEVELS = [
  'default',
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
] as const satisfies Thinking[]

/** Any model can be named; those that are ready are suggested. Of the levels there are those that it has, and the one that is set. */
export function ModelSetting({ session: { model, thinking }, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.model')
  const suggestions = useId()
  const { data } = useRead(KEYS.models, 'GET /api/models')
  const models = data?.items ?? []
  const own: readonly Thinking[] = models.find(({ id }) => id === model)?.thinking ?? LEVELS
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(12.5rem,1fr))] gap-3">
      <div>
        <label>
          <span className="font-semibold">{t('label')}</span>
          <input
            className={CODE_FIELD}
            list={suggestions}
            spellCheck={false}
            autoCapitalize="none"
            value={model}
            onChange={({ target }) => set({ model: target.value.trim() })}
          />
        </label>
        <datalist id={suggestions}>
          {models.map(
            ({ id, title, ready }) =>
              ready && (
                <option key={id} value={id}>
                  {title}
                </option>
              ),
          )}
        </datalist>
        <FieldAlert text={faultAt('/model')} />
      </div>
      <div>
        <label>
          <span className="font-semibold">{t('thinking')}</span>
          <select
            className={FIELD}
            value={thinking}
            onChange={({ target }) => set({ thinking: target.value as Thinking })}
          >
            {LEVELS.filter(level => level === thinking || own.includes(level)).map(level => (
              <option key={level} value={level}>
                {own.includes(level) ? t(level) : t('lacking', { level: t(level) })}
              </option>
            ))}
          </select>
        </label>
        <FieldAlert text={faultAt('/thinking')} />
      </div>
    </div>
  )
}
