'use client'

import { useTranslations } from 'use-intl'
import type { Thinking } from '@/lib/domain/session'
import type { SettingProps } from './setting'

const LEVELS = [
  ...(['default', 'none', 'minimal', 'low'] as const),
  ...(['medium', 'high', 'xhigh', 'max'] as const),
] satisfies Thinking[]

type Props = Pick<SettingProps, 'session' | 'set'> & {
  /** Those of the model; absent where nothing is known of it. */
  levels: Thinking[] | undefined
}

/** How long the model thinks: the levels that it has; one that is set and that it lacks stays to be seen. */
export function ThinkingSelect({ session: { thinking }, set, levels = LEVELS }: Props) {
  const t = useTranslations('sessionSettings.model')
  const isLacking = !levels.includes(thinking)
  return (
    <label>
      <span className="font-semibold">{t('thinking')}</span>
      <select
        className="field"
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
