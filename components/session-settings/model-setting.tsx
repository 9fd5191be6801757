import { useTranslations } from 'use-intl'
import { Field, SelectField } from '@/components/ui/field'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import type { Thinking } from '@/lib/domain/session/session'
import { Differs, FieldAlert, type SettingProps } from './setting-fields'

export const LEVELS = [
  'default',
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
] as const satisfies Thinking[]

type LevelProps = SettingProps & { levels?: readonly Thinking[] | undefined }

/** Of the levels there are those that the model has, and the one that is set. */
export function ThinkingSetting({ session, set, faultAt, defaults, levels = LEVELS }: LevelProps) {
  const t = useTranslations('sessionSettings.model')
  const { thinking } = session
  return (
    <div>
      <SelectField
        label={t('thinking')}
        value={thinking}
        options={LEVELS.filter(level => level === thinking || levels.includes(level)).map(level => [
          level,
          levels.includes(level) ? t(level) : t('lacking', { level: t(level) }),
        ])}
        onValue={level => set({ thinking: level })}
      />
      <Differs value={thinking} standard={defaults?.thinking} name={defaults && t(defaults.thinking)} />
      <FieldAlert text={faultAt('/thinking')} />
    </div>
  )
}

/** Any model can be named; those that are ready are suggested. */
export function ModelSetting(setting: SettingProps) {
  const t = useTranslations('sessionSettings.model')
  const { session, set, faultAt } = setting
  const { data } = useRead(KEYS.models, 'GET /api/models')
  const models = data?.items ?? []
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(12.5rem,1fr))] gap-3">
      <Field
        label={t('label')}
        offers={models.filter(({ ready }) => ready).map(({ id }) => id)}
        value={session.model}
        onValue={id => set({ model: id.trim() })}
      >
        <FieldAlert text={faultAt('/model')} />
      </Field>
      <ThinkingSetting {...setting} levels={models.find(({ id }) => id === session.model)?.thinking} />
    </div>
  )
}
