'use client'

import { useTranslations } from 'use-intl'
import type { Limits } from '@/lib/domain/limits'
import { NumberField } from './number-field'
import type { SettingProps } from './setting'

const SECOND = 1_000
const MINUTE = 60_000

/** What ends a run by itself; `scale` is how what is shown is stored. */
const LIMITS = [
  { name: 'requests' },
  { name: 'activeMs', scale: MINUTE },
  { name: 'idleMs', scale: SECOND },
  { name: 'toolMs', scale: SECOND },
  { name: 'tokens', isOptional: true },
  { name: 'cost', isOptional: true, step: 0.01 },
  { name: 'resultChars' },
] as const satisfies { name: keyof Limits; scale?: number; step?: number; isOptional?: boolean }[]

/** Each limit on its own: the first that is met ends the run, and is named. */
export function LimitsSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.limits')
  return (
    <fieldset>
      <legend className="font-semibold">{t('label')}</legend>
      <p className="pb-2 text-quiet text-small">{t('about')}</p>
      <div className="setting-limits">
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
