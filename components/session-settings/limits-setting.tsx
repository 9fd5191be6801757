'use client'

import { useTranslations } from 'use-intl'
import type { Limits } from '@/lib/domain/run/limits'
import type { SettingProps } from './setting-fields'
import { NumberField } from './setting-fields'

const SECOND = 1_000
const MINUTE = 60_000

/** What ends a run. `scale`: how many stored units make one of the field's. */
const LIMITS = [
  { name: 'requests' },
  { name: 'activeMs', scale: MINUTE },
  { name: 'idleMs', scale: SECOND },
  { name: 'toolMs', scale: SECOND },
  { name: 'tokens', isOptional: true },
  { name: 'cost', isOptional: true, step: 0.01 },
  { name: 'resultChars' },
] as const satisfies { name: keyof Limits; scale?: number; step?: number; isOptional?: boolean }[]

export function LimitsSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.limits')
  return (
    <fieldset>
      <legend className="font-semibold">{t('label')}</legend>
      <p className="pb-2 text-quiet text-small">{t('hint')}</p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(165px,1fr))] gap-x-4 gap-y-3">
        {LIMITS.map(limit => (
          <NumberField
            key={limit.name}
            label={t(limit.name)}
            unit={t(`unit.${limit.name}`)}
            value={session.limits[limit.name]}
            fault={faultAt(`/limits/${limit.name}`)}
            onValue={value => set({ limits: { [limit.name]: value } })}
            {...('scale' in limit ? { scale: limit.scale } : {})}
            {...('step' in limit ? { step: limit.step } : {})}
            {...('isOptional' in limit ? { none: t('none') } : {})}
          />
        ))}
      </div>
    </fieldset>
  )
}
