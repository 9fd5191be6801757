'use client'

import { useTranslations } from 'use-intl'
import type { Dialect } from '@/lib/domain/session'
import { Choices } from './choices'
import type { SettingProps } from './setting'

const DIALECTS = ['auto', 'native', 'tags', 'react', 'structured'] as const satisfies Dialect[]

/** How the model writes its calls. */
export function DialectSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.dialect')
  return (
    <Choices
      name="dialect"
      label={t('label')}
      about={t('about')}
      choices={DIALECTS.map(value => ({ value, label: t(value), about: t(`${value}About`) }))}
      value={session.dialect}
      onValue={dialect => set({ dialect })}
      fault={faultAt('/dialect')}
    />
  )
}
