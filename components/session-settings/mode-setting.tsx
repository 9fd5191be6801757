'use client'

import { useTranslations } from 'use-intl'
import type { Mode } from '@/lib/domain/session'
import { Choices } from './choices'
import type { SettingProps } from './setting'

const MODES = ['ask', 'plan'] as const satisfies Mode[]

/** What runs without being asked about. */
export function ModeSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.mode')
  return (
    <Choices
      name="mode"
      label={t('label')}
      choices={MODES.map(value => ({ value, label: t(value), about: t(`${value}About`) }))}
      value={session.mode}
      onValue={mode => set({ mode })}
      fault={faultAt('/mode')}
    />
  )
}
