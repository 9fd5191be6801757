import { useTranslations } from 'use-intl'
import { Choice } from '@/components/ui/choice'
import type { Compaction, Limits } from '@/lib/domain/run/limits'
import { Differs, Explained, NumberField, type SettingProps } from './setting-fields'

const SECOND = 1_000
const MINUTE = 60_000

/** What ends a run, or what waits in it. `scale`: how many stored units make one of the field's. */
const LIMITS = [
  { name: 'requests' },
  { name: 'activeMs', scale: MINUTE },
  { name: 'idleMs', scale: SECOND },
  { name: 'toolMs', scale: SECOND },
  { name: 'tokens', isOptional: true },
  { name: 'cost', isOptional: true, step: 0.01 },
  { name: 'resultChars' },
  { name: 'expiryMs', scale: MINUTE, isOptional: true },
] as const satisfies LimitField[]

type LimitField = { name: keyof Limits; scale?: number; step?: number; isOptional?: boolean }

export function LimitsSetting(setting: SettingProps) {
  const t = useTranslations('sessionSettings.limits')
  return (
    <fieldset>
      <legend className="font-semibold">{t('label')}</legend>
      <p className="pb-2 text-quiet text-small">{t('hint')}</p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(10.3125rem,1fr))] gap-x-4 gap-y-3">
        {LIMITS.map(({ name, ...field }) => {
          const { isOptional, ...numbers }: Omit<LimitField, 'name'> = field
          const texts = { label: t(name), unit: t(`unit.${name}`), none: isOptional ? t('none') : undefined }
          return <NumberField key={name} path={`limits/${name}`} setting={setting} {...numbers} {...texts} />
        })}
      </div>
    </fieldset>
  )
}

const NUMBERS = [
  'messages',
  'keepMessages',
  'chars',
  'triggerRatio',
  'keepChars',
  'reserveTokens',
  'keepTokens',
] as const satisfies (keyof Compaction)[]

/** When earlier messages are summarised, and how much is kept. */
export function CompactionSetting(setting: SettingProps) {
  const t = useTranslations('sessionSettings.compaction')
  const { session, set, defaults } = setting
  return (
    <fieldset>
      <legend className="font-semibold">{t('label')}</legend>
      <p className="pb-2 text-quiet text-small">{t('hint')}</p>
      <Choice checked={session.compaction.enabled} onValue={enabled => set({ compaction: { enabled } })}>
        <Explained name={t('enabled')}>
          {t('enabledHint')}
          <Differs value={session.compaction.enabled} standard={defaults?.compaction.enabled} />
        </Explained>
      </Choice>
      <details>
        <summary className="cursor-pointer">{t('numbers')}</summary>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(12.5rem,1fr))] gap-3 pt-2">
          {NUMBERS.map(name => (
            <NumberField
              key={name}
              path={`compaction/${name}`}
              setting={setting}
              label={t(name)}
              step={name === 'triggerRatio' ? 0.05 : 1}
            />
          ))}
          <NumberField path="limits/overflowRetries" setting={setting} label={t('overflowRetries')} />
        </div>
      </details>
    </fieldset>
  )
}
