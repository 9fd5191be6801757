'use client'

import { useTranslations } from 'use-intl'
import type { Dialect } from '@/lib/domain/session'
import { FieldFault } from './field-fault'
import type { SettingProps } from './setting'

const DIALECTS = ['auto', 'native', 'tags', 'react', 'structured'] as const satisfies Dialect[]

/** How the model writes its calls. */
export function DialectSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.dialect')
  return (
    <fieldset>
      <legend className="font-semibold">{t('label')}</legend>
      <p className="text-quiet text-small">{t('about')}</p>
      {DIALECTS.map(dialect => (
        <label key={dialect} className="setting-choice">
          <input
            type="radio"
            name="dialect"
            value={dialect}
            checked={session.dialect === dialect}
            onChange={() => set({ dialect })}
          />
          <span>
            {t(dialect)} <span className="block text-quiet text-small">{t(`${dialect}About`)}</span>
          </span>
        </label>
      ))}
      <FieldFault text={faultAt('/dialect')} />
    </fieldset>
  )
}
