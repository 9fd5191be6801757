import { useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { LEVELS } from '@/components/session-settings/model-setting'
import { OwnerOnly } from '@/components/shell/me'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { MenuChoices, MenuGroup, MenuItem, MenuLink, MenuNote, OpenMenu } from '@/components/ui/menu'
import { fetchApi, serverNow } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import { useSessionRules } from '@/lib/client/queries/use-session-rules'
import type { QueueMode } from '@/lib/domain/run/message'
import type { ModelInfo } from '@/lib/domain/run/model-info'
import type { Thinking } from '@/lib/domain/session/session'
import type { SessionView } from '@/lib/domain/session/view'
import { type BoxSettings, type ChipName, chipOf, type SettingChoice } from './setting-choices'

const ModelDialog = lazyPart(async () => (await import('@/components/models/model-dialog')).ModelDialog)

/** What is set has the id `id` and the name of its chip. */
type Props = {
  choice: SettingChoice
  id: string
  open: ChipName | null
  onOpen: (name: ChipName | null) => void
}

/** The menu of the chip that is open, and why a change did not come about. */
export function SettingMenus({ choice, id, open, onOpen }: Props) {
  const t = useTranslations('session.chips')
  const { change, error } = useSettingChange(choice)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  // It hangs at the chip, which was there before this was loaded, and is in a row that is pushed sideways.
  const openerOf = (name: ChipName) => document.getElementById(id + chipOf(name))?.parentElement
  const chip = open && openerOf(open)
  const List = open && LISTS[open]
  const { sessionId, settings } = choice
  const show = (next: Dialog): void => {
    onOpen(null)
    setDialog(next)
  }
  return (
    <>
      {error && (
        <div className="basis-full">
          <ProblemAlert error={error} />
        </div>
      )}
      {List && chip instanceof HTMLButtonElement && (
        <OpenMenu
          key={open}
          label={t(open)}
          opener={{ current: chip }}
          side="top"
          container={chip.closest('main')}
          className={`${open === 'mode' ? 'max-h-[80dvh] w-86' : 'max-h-[50dvh] w-66'} overflow-y-auto`}
          onClose={() => onOpen(null)}
        >
          <List choice={choice} change={change} />
          {open === 'model' && <FurtherItems settings={settings} onOpen={onOpen} onDialog={show} />}
          {open === 'mode' && <RulesItem sessionId={sessionId} />}
        </OpenMenu>
      )}
      {/* Its form must not lie in that of the message. */}
      {dialog &&
        createPortal(
          <ModelDialog
            kind={dialog}
            opener={openerOf('model')}
            onModel={(model, models) => change(modelPatch(settings, model, models))}
            onClose={() => setDialog(null)}
          />,
          document.body,
        )}
    </>
  )
}

/** Sets a model, and takes away a level that it is known to lack. */
function modelPatch({ thinking }: BoxSettings, model: string, models: ModelInfo[]): Partial<BoxSettings> {
  const levels = models.find(({ id }) => id === model)?.thinking
  return { model, ...(levels && !levels.includes(thinking) ? { thinking: 'default' } : {}) }
}

/** What opens from the menu of models. */
type Dialog = 'other' | 'connect'

type ChangeSettings = (patch: Partial<BoxSettings>) => void

/** The session shows a change once the server has made it. */
function useSettingChange({ sessionId = '', onSettings }: SettingChoice) {
  const client = useQueryClient()
  const { mutate, error } = useChange(async (patch: Partial<BoxSettings>) => {
    await fetchApi('PATCH /api/sessions/{id}', { params: { id: sessionId }, body: patch })
    client.setQueryData<SessionView>(
      KEYS.session(sessionId),
      view => view && { ...view, session: { ...view.session, ...patch } },
    )
  })
  const change: ChangeSettings = onSettings ?? mutate
  return { change, error }
}

type Choice = ComponentProps<typeof MenuChoices>['groups'][number]['choices'][number]

const choiceOf = (value: string, name: string, hint?: string): Choice => ({
  value,
  name,
  content: (
    <>
      <VisibleText isLine>{name}</VisibleText>
      {hint && <span className="block text-quiet text-small">{hint}</span>}
    </>
  ),
})

type SettingProps = { choice: SettingChoice; change: ChangeSettings }

/** What the menu of a chip has. */
const LISTS: Record<ChipName, ComponentType<SettingProps>> = {
  model: ModelChoices,
  mode: ModeChoices,
  thinking: ThinkingChoices,
  folder: FolderChoices,
  delivery: DeliveryChoices,
}

const DELIVERIES = ['steer', 'followup', 'collect', 'interrupt'] as const satisfies QueueMode[]

function DeliveryChoices({ choice: { delivery, onDelivery } }: SettingProps) {
  const t = useTranslations('session.chips')
  return (
    <MenuChoices
      value={delivery}
      groups={[{ choices: DELIVERIES.map(mode => choiceOf(mode, t(`value.${mode}`), t(`hint.${mode}`))) }]}
      onValue={mode => onDelivery(mode as QueueMode)}
    />
  )
}

/** For how many minutes mode `full` may be chosen here. */
const FULL_MINUTES = [15, 60, 480]

/** Each with what passes in it. `full` is chosen by how long it lasts. */
function ModeChoices({ choice: { settings }, change }: SettingProps) {
  const t = useTranslations('session.chips')
  const choose = (value: string): void => {
    const minutes = Number(value)
    if (Number.isNaN(minutes)) change({ mode: value as BoxSettings['mode'], modeExpiresAt: undefined })
    else change({ mode: 'full', modeExpiresAt: new Date(serverNow() + minutes * 60_000).toISOString() })
  }
  const choiceOfTime = (minutes: number): Choice => {
    const name = t('fullFor', { minutes: String(minutes) })
    return { value: String(minutes), name, content: <span className="ps-4">{name}</span> }
  }
  return (
    <MenuChoices
      value={settings.mode}
      onValue={choose}
      groups={[
        {
          choices: (['plan', 'ask', 'auto'] as const).map(mode =>
            choiceOf(mode, t(`value.${mode}`), t(`hint.${mode}`)),
          ),
        },
        {
          label: t('value.full'),
          note: t('hint.full'),
          isChosen: settings.mode === 'full',
          choices: FULL_MINUTES.map(choiceOfTime),
        },
      ]}
    />
  )
}

type FurtherProps = Pick<Props, 'onOpen'> & { settings: BoxSettings; onDialog: (dialog: Dialog) => void }

/** Lead from the models to others, and to what is set beside them. */
function FurtherItems({ settings: { thinking, workspace }, onOpen, onDialog }: FurtherProps) {
  const t = useTranslations('session.chips')
  const values = { thinking: t(`value.${thinking}`), folder: workspace || t('value.root') }
  return (
    <MenuGroup className="sticky -bottom-1 bg-surface">
      <OwnerOnly>
        <MenuItem onChoose={() => onDialog('connect')}>{t('connect')}</MenuItem>
      </OwnerOnly>
      <MenuItem onChoose={() => onDialog('other')}>{t('other')}</MenuItem>
      {(['thinking', 'folder'] as const).map(name => (
        <MenuItem key={name} onChoose={() => onOpen(name)}>
          <span className="grow">{t(name)}</span>
          <span className="min-w-0 truncate text-quiet">{values[name]} ›</span>
        </MenuItem>
      ))}
    </MenuGroup>
  )
}

/** Leads to the rules that let calls pass, where there are some. */
function RulesItem({ sessionId }: { sessionId: string | undefined }) {
  const t = useTranslations('session.chips.rules')
  const rules = useSessionRules(sessionId)
  if (!rules[0]) return null
  return (
    <MenuGroup label={t('label')}>
      <MenuLink>
        <Link href={`/policy#rule-${rules[0].id}`} prefetch={false}>
          {t('show', { count: rules.length })}
        </Link>
      </MenuLink>
    </MenuGroup>
  )
}

/** By provider, those that are ready. The one that is set is there in any case. */
function ModelChoices({ choice, change }: SettingProps) {
  const t = useTranslations('session.chips')
  const { model } = choice.settings
  const { data, error } = useRead(KEYS.models, 'GET /api/models')
  const models = data?.items.filter(({ ready }) => ready) ?? []
  const byProvider = [...Map.groupBy(models, ({ provider }) => provider)]
  return (
    <MenuChoices
      value={model}
      onValue={id => change(modelPatch(choice.settings, id, models))}
      groups={[
        ...(models.some(({ id }) => id === model) ? [] : [{ choices: [choiceOf(model, model)] }]),
        ...byProvider.map(([label, items]) => ({
          label,
          choices: items.map(({ id, title, description }) => choiceOf(id, title, description)),
        })),
      ]}
    >
      {error && <MenuNote>{t('notRead')}</MenuNote>}
    </MenuChoices>
  )
}

/** The levels that the model has; the one that is set is there in any case. */
function ThinkingChoices({ choice, change }: SettingProps) {
  const t = useTranslations('session.chips')
  const { model, thinking } = choice.settings
  const { data, error } = useRead(KEYS.models, 'GET /api/models')
  const own: readonly Thinking[] =
    data?.items.find(({ id }) => id === model)?.thinking ?? (data ? LEVELS : [])
  const levels = LEVELS.filter(level => level === thinking || own.includes(level))
  const choiceOfLevel = (level: Thinking): Choice =>
    choiceOf(level, t(`value.${level}`), level === 'default' ? t('hint.default') : undefined)
  return (
    <MenuChoices
      value={thinking}
      groups={[{ choices: levels.map(choiceOfLevel) }]}
      onValue={level => change({ thinking: level as Thinking })}
    >
      {error && <MenuNote>{t('notRead')}</MenuNote>}
      {data && levels.length === 1 && <MenuNote>{t('oneLevel')}</MenuNote>}
    </MenuChoices>
  )
}

/** How many folders are listed. */
const MOST_FOLDERS = 50

function FolderChoices({ choice, change }: SettingProps) {
  const t = useTranslations('session.chips')
  const { workspace } = choice.settings
  const { data, error } = useRead(KEYS.paths('', 'folder', ''), 'GET /api/workspace/files', {
    query: { kind: 'folder', limit: MOST_FOLDERS },
  })
  const folders = new Set(['', workspace, ...(data?.items ?? []).map(({ path }) => path)])
  return (
    <MenuChoices
      value={workspace}
      groups={[{ choices: [...folders].map(path => choiceOf(path, path || t('value.root'))) }]}
      onValue={path => change({ workspace: path })}
    >
      {error && <MenuNote>{t('notRead')}</MenuNote>}
      {data?.truncated && <MenuNote>{t('moreFolders')}</MenuNote>}
    </MenuChoices>
  )
}
