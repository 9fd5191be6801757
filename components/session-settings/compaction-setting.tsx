'use client'

import { useTranslations } from 'use-intl'
import type { Compaction } from '@/lib/domain/limits'
import { ContextWindow } from './context-window'
import { NumberField } from './number-field'
import type { SettingProps } from './setting'

const NUMBERS = [
  ...(['messages', 'keepMessages', 'chars', 'triggerRatio', 'keepChars'] as const),
  ...(['reserveTokens', 'keepTokens'] as const),
] satisfies (keyof Compaction)[]

/** When earlier messages are summarised, and how much is kept. The earliest of three measures counts. */
export function CompactionSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.compaction')
  return (
    <fieldset>
      <legend className="font-semibold">{t('label')}</legend>
      <p className="pb-2 text-quiet text-small">{t('about')}</p>
      <label className="setting-choice">
        <input
          type="checkbox"
          checked={session.compaction.enabled}
          onChange={({ target }) => set({ compaction: { enabled: target.checked } })}
        />
        <span>
          {t('enabled')} <span className="block text-quiet text-small">{t('enabledAbout')}</span>
        </span>
      </label>
      <ContextWindow model={session.model} />
      <details>
        <summary className="cursor-pointer">{t('numbers')}</summary>
        <div className="setting-pair pt-2">
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
