'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LEVELS } from '@/components/session-settings/model-setting'
import { useServerWords } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { MenuChoices, MenuNote } from '@/components/ui/menu'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import type { ModelInfo } from '@/lib/domain/run/model-info'
import type { Mode, Session, Thinking } from '@/lib/domain/session/session'

/** What the message box sets, of a session or of the one that its first message makes. */
export type BoxSettings = Pick<Session, 'model' | 'mode' | 'thinking' | 'workspace'>

/** What happens to a message while a run is active, of what the message box offers. */
export type DeliveryMode = 'steer' | 'followup'

export type SettingChoice = {
  settings: BoxSettings
  /** Undefined before the first message. */
  sessionId?: string | undefined
  /** Sets it of the session that is to be. One that is there is changed at once. */
  onSettings?: ((patch: Partial<BoxSettings>) => void) | undefined
  delivery: DeliveryMode
  onDelivery: (delivery: DeliveryMode) => void
}

export type ChipName = 'model' | 'mode' | 'thinking' | 'folder' | 'delivery'

export type ChangeSettings = (patch: Partial<BoxSettings>) => void

export type ChoicesProps = { choice: SettingChoice; change: ChangeSettings }

/** What can be chosen; `why`: why it cannot be just now. */
type Option = { value: string; label: string; hint?: string | undefined; isOff?: boolean }

type ListProps = {
  value: string
  groups: { label?: string; why?: ModelInfo | undefined; options: Option[] }[]
  onValue: (value: string) => void
  children?: ReactNode
}

function OptionList({ groups, ...list }: ListProps) {
  const say = useServerWords()
  return (
    <MenuChoices
      {...list}
      groups={groups.map(({ label = '', why, options }) => ({
        label,
        note: why && say(why.unavailableWords, why.unavailable ?? ''),
        choices: options.map(({ value, label: name, hint, isOff = false }) => ({
          value,
          name,
          off: isOff,
          content: (
            <>
              <VisibleText isLine>{name}</VisibleText>
              {hint && <span className="block text-quiet text-small">{hint}</span>}
            </>
          ),
        })),
      }))}
    />
  )
}

/** By provider, those that are ready first. One that was named by hand is there, too. */
function ModelChoices({ choice: { settings }, change }: ChoicesProps) {
  const t = useTranslations('session.chips')
  const { data, error } = useRead(KEYS.models, 'GET /api/models')
  const { model, thinking } = settings
  const models = data?.items ?? []
  const byProvider = [...Map.groupBy(models, ({ provider, ready }) => `${ready ? 0 : 1}${provider}`)]
  const isListed = models.some(({ id }) => id === model)
  const choose = (id: string): void => {
    const levels = models.find(info => info.id === id)?.thinking
    change({ model: id, ...(levels && !levels.includes(thinking) ? { thinking: 'default' as const } : {}) })
  }
  return (
    <OptionList
      value={model}
      onValue={choose}
      groups={[
        ...(isListed ? [] : [{ options: [{ value: model, label: model }] }]),
        ...byProvider.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, items]) => modelGroup(items)),
      ]}
    >
      {error && <MenuNote>{t('notRead')}</MenuNote>}
    </OptionList>
  )
}

const modelGroup = (items: ModelInfo[]) => ({
  label: items[0]?.provider ?? '',
  why: items.find(({ ready }) => !ready),
  options: items.map(({ id, title, description, ready }) => ({
    value: id,
    label: title,
    hint: description,
    isOff: !ready,
  })),
})

const MODES = ['ask', 'plan'] as const satisfies Mode[]

function ModeChoices({ choice: { settings }, change }: ChoicesProps) {
  const t = useTranslations('session.chips')
  const options = MODES.map(value => ({ value, label: t(`value.${value}`), hint: t(`hint.${value}`) }))
  return (
    <OptionList
      value={settings.mode}
      groups={[{ options }]}
      onValue={mode => change({ mode: mode as Mode })}
    />
  )
}

/** The levels that the model has; the one that is set is there in any case. */
function ThinkingChoices({ choice: { settings }, change }: ChoicesProps) {
  const t = useTranslations('session.chips')
  const { data, error } = useRead(KEYS.models, 'GET /api/models')
  const { thinking, model } = settings
  const levels = data?.items.find(({ id }) => id === model)?.thinking ?? (data ? LEVELS : [])
  const options = LEVELS.filter(level => level === thinking || levels.includes(level)).map(level => ({
    value: level,
    label: t(`value.${level}`),
    hint: level === 'default' ? t('hint.default') : undefined,
  }))
  return (
    <OptionList
      value={thinking}
      groups={[{ options }]}
      onValue={level => change({ thinking: level as Thinking })}
    >
      {error && <MenuNote>{t('notRead')}</MenuNote>}
      {data && options.length === 1 && <MenuNote>{t('oneLevel')}</MenuNote>}
    </OptionList>
  )
}

/** How many folders are listed. */
const MOST_FOLDERS = 50

function FolderChoices({ choice: { settings }, change }: ChoicesProps) {
  const t = useTranslations('session.chips')
  const { data, error } = useRead(KEYS.paths('', 'folder', ''), 'GET /api/workspace/files', {
    query: { kind: 'folder', limit: MOST_FOLDERS },
  })
  const folders = new Set(['', settings.workspace, ...(data?.items ?? []).map(({ path }) => path)])
  const options = [...folders].map(path => ({ value: path, label: path || t('value.root') }))
  return (
    <OptionList
      value={settings.workspace}
      groups={[{ options }]}
      onValue={workspace => change({ workspace })}
    >
      {error && <MenuNote>{t('notRead')}</MenuNote>}
      {data?.truncated && <MenuNote>{t('moreFolders')}</MenuNote>}
    </OptionList>
  )
}

const DELIVERIES = ['steer', 'followup'] as const satisfies DeliveryMode[]

function DeliveryChoices({ choice: { delivery, onDelivery } }: ChoicesProps) {
  const t = useTranslations('session.chips')
  const options = DELIVERIES.map(value => ({ value, label: t(`value.${value}`), hint: t(`hint.${value}`) }))
  return (
    <OptionList
      value={delivery}
      groups={[{ options }]}
      onValue={value => onDelivery(value as DeliveryMode)}
    />
  )
}

/** What the menu of each chip has. */
export const CHIP_CHOICES: Record<ChipName, (props: ChoicesProps) => ReactNode> = {
  model: ModelChoices,
  mode: ModeChoices,
  thinking: ThinkingChoices,
  folder: FolderChoices,
  delivery: DeliveryChoices,
}
