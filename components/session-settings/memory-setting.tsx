'use client'

import { useTranslations } from 'use-intl'
import type { SettingProps } from './setting'

/** Whether a run is told what was kept in mind and bears on what is asked. */
export function MemorySetting({ session, set }: SettingProps) {
  const t = useTranslations('sessionSettings.memory')
  return (
    <label className="setting-choice">
      <input
        type="checkbox"
        checked={session.memory.recall}
        onChange={event => set({ memory: { recall: event.target.checked } })}
      />
      <span>
        {t('recall')}
        <span className="block text-quiet text-small">{t('about')}</span>
      </span>
    </label>
  )
}
