'use client'

import { useTranslations } from 'use-intl'
import type { Mode } from '@/lib/domain/session'
import { FieldFault } from './field-fault'
import type { SettingProps } from './setting'

const MODES = ['ask', 'plan'] as const satisfies Mode[]

/** What runs without being asked about. */
export function ModeSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.mode')
  return (
    <fieldset>
      <legend className="font-semibold">{t('label')}</legend>
      {MODES.map(mode => (
        <label key={mode} className="setting-choice">
          <input
            type="radio"
            name="mode"
            value={mode}
            checked={session.mode === mode}
            onChange={() => set({ mode })}
          />
          <span>
            {t(mode)} <span className="block text-quiet text-small">{t(`${mode}About`)}</span>
          </span>
        </label>
      ))}
      <FieldFault text={faultAt('/mode')} />
    </fieldset>
  )
}
