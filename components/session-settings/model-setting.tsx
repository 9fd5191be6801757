'use client'

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { FIELD, FIELD_BOX } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import type { Thinking } from '@/lib/domain/session/session'
import type { SettingProps } from './setting-fields'
import { FieldAlert } from './setting-fields'

/** Any model can be named; those that are ready are suggested. */
export function ModelSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.model')
  const suggestions = useId()
  const { data } = useQuery({
    queryKey: KEYS.models,
    queryFn: ({ signal }) => fetchApi('GET /api/models', { signal }),
  })
  const ready = data?.items.filter(model => model.ready) ?? []
  const levels = data?.items.find(({ id }) => id === session.model)?.thinking
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(12.5rem,1fr))] gap-3">
      <div>
        <label>
          <span className="font-semibold">{t('label')}</span>
          <input
            className={`w-full py-1.5 font-mono text-small ${FIELD_BOX}`}
            list={suggestions}
            spellCheck={false}
            autoCapitalize="none"
            value={session.model}
            onChange={({ target }) => set({ model: target.value.trim() })}
          />
        </label>
        <datalist id={suggestions}>
          {ready.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </datalist>
        <FieldAlert text={faultAt('/model')} />
      </div>
      <div>
        <ThinkingSelect session={session} set={set} levels={levels} />
        <FieldAlert text={faultAt('/thinking')} />
      </div>
    </div>
  )
}

export const LEVELS = [
  ...(['default', 'none', 'minimal', 'low'] as const),
  ...(['medium', 'high', 'xhigh', 'max'] as const),
] satisfies Thinking[]

type Props = Pick<SettingProps, 'session' | 'set'> & {
  /** Those of the model; undefined where they are not known. */
  levels: Thinking[] | undefined
}

/** The levels that the model has, and the one that is set, even if the model lacks it. */
function ThinkingSelect({ session: { thinking }, set, levels = LEVELS }: Props) {
  const t = useTranslations('sessionSettings.model')
  const isLacking = !levels.includes(thinking)
  return (
    <label>
      <span className="font-semibold">{t('thinking')}</span>
      <select
        className={FIELD}
        value={thinking}
        onChange={({ target }) =>
          set({ thinking: levels.find(level => level === target.value) ?? 'default' })
        }
      >
        {LEVELS.filter(level => level === thinking || levels.includes(level)).map(level => (
          <option key={level} value={level}>
            {level === thinking && isLacking ? t('lacking', { level: t(level) }) : t(level)}
          </option>
        ))}
      </select>
    </label>
  )
}
