import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { Choice } from '@/components/ui/choice'
import { FIELD } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
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
          const { scale, step, isOptional }: Omit<LimitField, 'name'> = field
          const texts = { label: t(name), unit: t(`unit.${name}`), none: isOptional ? t('none') : undefined }
          return (
            <NumberField
              key={name}
              path={`limits/${name}`}
              setting={setting}
              scale={scale}
              step={step}
              {...texts}
            />
          )
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
      <Choice
        type="checkbox"
        checked={session.compaction.enabled}
        onChange={({ target }) => set({ compaction: { enabled: target.checked } })}
      >
        <Explained name={t('enabled')}>
          {t('enabledHint')}
          <Differs value={session.compaction.enabled} standard={defaults?.compaction.enabled} />
        </Explained>
      </Choice>
      {session.model !== '' && <ContextWindow model={session.model} />}
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

/** Belongs to the model, in all sessions, so it is saved separately. */
function ContextWindow({ model }: { model: string }) {
  const t = useTranslations('sessionSettings.window')
  const { data } = useRead(KEYS.models, 'GET /api/models')
  const stored = data?.items.find(({ id }) => id === model)?.contextWindow
  const [text, setText] = useState<string | null>(null)
  const value = text ?? String(stored ?? '')
  const { mutate, isPending, error, isSuccess } = useChange(
    (contextWindow: number | null) =>
      fetchApi('PATCH /api/models/{modelId}', { params: { modelId: model }, body: { contextWindow } }),
    { refetches: [KEYS.models] },
  )
  return (
    <div className="py-2">
      <label className="block">
        <span className="text-small">{t('label')}</span>
        <span className="flex gap-2">
          <input
            type="number"
            min={1}
            step={1}
            className={`${FIELD} tabular-nums`}
            placeholder={t('unknown')}
            value={value}
            onChange={({ target }) => setText(target.value)}
          />
          <Button
            off={isPending || text === null}
            onClick={() => mutate(value === '' ? null : Number(value))}
          >
            {t('set')}
          </Button>
        </span>
      </label>
      <p className="text-quiet text-small">{isSuccess ? t('saved') : t('hint')}</p>
      <ProblemAlert error={error} />
    </div>
  )
}
