import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Form, FormFoot } from '@/components/list/form'
import { ProblemAlert } from '@/components/text/problem-text'
import { useServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Choice } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import { fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import type { Session, SessionPatch } from '@/lib/domain/session/session'
import { isObject } from '@/lib/text/json/json-value'
import { CompactionSetting, LimitsSetting } from './limit-settings'
import { ModelSetting } from './model-setting'
import {
  ChoiceSetting,
  Differs,
  Explained,
  FieldAlert,
  type SettingProps,
  type SettingValues,
} from './setting-fields'
import { ToolsSetting } from './tools-setting'

export function SessionSettings({ session, onClose }: { session: Session; onClose: () => void }) {
  const t = useTranslations('sessionSettings.dialog')
  const { data } = useRead(KEYS.settings, 'GET /api/settings')
  return (
    <SettingsDialog
      label={t('label')}
      intro={session.title}
      hint={t('hint')}
      values={session}
      defaults={data?.sessionDefaults}
      save={patch => fetchApi('PATCH /api/sessions/{id}', { params: { id: session.id }, body: patch })}
      refetches={[KEYS.allSessions]}
      onClose={onClose}
    >
      {setting => (
        <>
          <ModelSetting {...setting} />
          <ChoiceSetting name="mode" {...setting} />
          <LimitsSetting {...setting} />
          <FolderSetting {...setting} />
          <PersonaSetting {...setting} />
          <ToolsSetting {...setting} />
          <MemorySetting {...setting} />
          <AdvancedSettings {...setting}>
            <ChoiceSetting name="dialect" {...setting} />
            <ChoiceSetting name="blocks" {...setting} />
            <CompactionSetting {...setting} />
          </AdvancedSettings>
        </>
      )}
    </SettingsDialog>
  )
}

type DialogProps = {
  label: string
  intro: string
  hint: string
  values: SettingValues
  defaults?: SettingProps['defaults']
  save: (patch: SessionPatch) => Promise<unknown>
  refetches: (readonly unknown[])[]
  /** The start of the paths by which the server names a field. */
  under?: string
  onClose: () => void
  announces?: () => string
  children: (setting: SettingProps) => ReactNode
}

/** Only what was changed is sent. */
export function SettingsDialog({ label, under = '', onClose, children, ...props }: DialogProps) {
  const t = useTranslations('sessionSettings.dialog')
  const say = useServerText()
  const [patch, setPatch] = useState<SessionPatch>({})
  const { mutate, isPending, error } = useChange(() => props.save(patch), {
    refetches: props.refetches,
    onDone: onClose,
    announces: props.announces,
  })
  const faults = isProblem(error) ? error.errors : []
  const setting: SettingProps = {
    session: overlaid(props.values, patch),
    defaults: props.defaults,
    set: more => setPatch(before => overlaid(before, more)),
    faultAt: path => {
      const fault = faults.find(one => `${one.path}/`.startsWith(`${under}${path}/`))
      return fault && say(fault.codedText, fault.message)
    },
  }
  const send = (): void => (Object.keys(patch).length === 0 ? onClose() : mutate())
  return (
    <SheetDialog label={label} variant="form" onClose={onClose}>
      <Form className="flex flex-col gap-5" off={isPending} onSend={send}>
        <header>
          <h2 className="font-semibold text-title">{label}</h2>
          <p className="text-quiet wrap-anywhere">
            <VisibleText isLine>{props.intro}</VisibleText>
          </p>
        </header>
        {children(setting)}
        {faults.length === 0 && <ProblemAlert error={error} />}
        <FormFoot className={FOOTER} send={t('save')} off={isPending} onCancel={onClose}>
          <p className="-order-1 basis-full text-quiet text-small">{props.hint}</p>
        </FormFoot>
      </Form>
    </SheetDialog>
  )
}

/** The buttons stay in sight, however long the dialog is. */
const FOOTER = 'sticky -bottom-6 -mx-6 -mb-6 bg-surface px-6 pt-3 pb-6'

/** Objects are merged, as on the server. */
function overlaid<T extends SettingValues | SessionPatch>(base: T, patch: SessionPatch): T {
  const before = base as Record<string, unknown>
  const entries = Object.entries(patch).map(([name, value]) => [
    name,
    isObject(value) ? Object.assign({}, before[name], value) : value,
  ])
  return { ...base, ...Object.fromEntries(entries) }
}

function FolderSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.place')
  return (
    <Field
      label={t('folder')}
      hint={t('folderHint')}
      placeholder={t('root')}
      value={session.workspace}
      onValue={workspace => set({ workspace })}
    >
      <FieldAlert text={faultAt('/workspace')} />
    </Field>
  )
}

/** What the agent is told of who it is. */
export function PersonaSetting({ session, set, faultAt, defaults }: SettingProps) {
  const t = useTranslations('sessionSettings.place')
  return (
    <Field
      isProse
      label={t('persona')}
      hint={t('personaHint')}
      rows={3}
      value={session.persona ?? ''}
      onValue={text => set({ persona: text === '' ? null : text })}
    >
      <Differs value={session.persona ?? ''} standard={defaults && (defaults.persona ?? '')} />
      <FieldAlert text={faultAt('/persona')} />
    </Field>
  )
}

function MemorySetting({ session, set }: SettingProps) {
  const t = useTranslations('sessionSettings.memory')
  return (
    <Choice checked={session.memory.recall} onValue={recall => set({ memory: { recall } })}>
      <Explained name={t('recall')}>{t('hint')}</Explained>
    </Choice>
  )
}

/** What few people ever change. Open where the server refused something in it. */
export function AdvancedSettings({ faultAt, children }: SettingProps & { children: ReactNode }) {
  const t = useTranslations('sessionSettings.dialog')
  const isRefused = ['/dialect', '/blocks', '/compaction'].some(path => faultAt(path) !== undefined)
  return (
    <details open={isRefused} className="border-hairline border-t pt-3">
      <summary className="cursor-pointer font-semibold touch:py-2.5">{t('advanced')}</summary>
      <div className="flex flex-col gap-5 pt-3">{children}</div>
    </details>
  )
}
