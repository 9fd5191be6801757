'use client'

import { useTranslations } from 'use-intl'
import type { Blocks } from '@/lib/domain/session'
import { Choices } from './choices'
import type { SettingProps } from './setting'

const CHOICES = ['off', 'text_end', 'message_end'] as const satisfies Blocks[]

/** In what pieces a reply appears while it is being written. */
export function BlocksSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.blocks')
  return (
    <Choices
      name="blocks"
      label={t('label')}
      choices={CHOICES.map(value => ({ value, label: t(value), about: t(`${value}_about`) }))}
      value={session.blocks}
      onValue={blocks => set({ blocks })}
      fault={faultAt('/blocks')}
    />
  )
}
