'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { useServerWords } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Choice } from '@/components/ui/choice'
import { FIELD } from '@/components/ui/looks'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import { fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import type { Limits } from '@/lib/domain/run/limits'
import type { Blocks, Dialect, Mode, Session, SessionPatch } from '@/lib/domain/session/session'
import { CompactionSetting } from './compaction-setting'
import { ModelSetting } from './model-setting'
import type { SettingProps } from './setting-fields'
import { Choices, FieldAlert, NumberField } from './setting-fields'
import { ToolsSetting } from './tools-setting'

const MODES = ['ask', 'plan'] as const satisfies Mode[]

function ModeSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.mode')
  return (
    <Choices
      name="mode"
      label={t('label')}
      choices={MODES.map(value => ({ value, label: t(value), hint: t(`${value}Hint`) }))}
      value={session.mode}
      onValue={mode => set({ mode })}
      fault={faultAt('/mode')}
    />
  )
}

/** Where the session works, and what it is told of who it is. */
function PlaceSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.place')
  return (
    <>
      <div>
        <label>
          <span className="font-semibold">{t('folder')}</span>
          <input
            className={`font-mono ${FIELD}`}
            spellCheck={false}
            autoCapitalize="none"
            placeholder={t('root')}
            value={session.workspace}
            onChange={({ target }) => set({ workspace: target.value })}
          />
        </label>
        <p className="text-quiet text-small">{t('folderHint')}</p>
        <FieldAlert text={faultAt('/workspace')} />
      </div>
      <div>
        <label>
          <span className="font-semibold">{t('persona')}</span>
          <textarea
            dir="auto"
            className={`${FIELD} field-sizing-content max-h-[40dvh] min-h-18 resize-y`}
            rows={3}
            maxLength={100_000}
            value={session.persona ?? ''}
            onChange={({ target }) => set({ persona: target.value === '' ? null : target.value })}
          />
        </label>
        <p className="text-quiet text-small">{t('personaHint')}</p>
        <FieldAlert text={faultAt('/persona')} />
      </div>
    </>
  )
}

function MemorySetting({ session, set }: SettingProps) {
  const t = useTranslations('sessionSettings.memory')
  return (
    <Choice
      type="checkbox"
      checked={session.memory.recall}
      onChange={event => set({ memory: { recall: event.target.checked } })}
    >
      <span>
        {t('recall')}
        <span className="block text-quiet text-small">{t('hint')}</span>
      </span>
    </Choice>
  )
}

const DIALECTS = ['auto', 'native', 'tags', 'react', 'structured'] as const satisfies Dialect[]

function DialectSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.dialect')
  return (
    <Choices
      name="dialect"
      label={t('label')}
      hint={t('hint')}
      choices={DIALECTS.map(value => ({ value, label: t(value), hint: t(`${value}Hint`) }))}
      value={session.dialect}
      onValue={dialect => set({ dialect })}
      fault={faultAt('/dialect')}
    />
  )
}

const BLOCKS = ['off', 'text_end', 'message_end'] as const satisfies Blocks[]

function BlocksSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.blocks')
  return (
    <Choices
      name="blocks"
      label={t('label')}
      choices={BLOCKS.map(value => ({ value, label: t(value), hint: t(`${value}_hint`) }))}
      value={session.blocks}
      onValue={blocks => set({ blocks })}
      fault={faultAt('/blocks')}
    />
  )
}

/** The settings in the order of the dialog. */
const SETTINGS = {
  model: ModelSetting,
  mode: ModeSetting,
  limits: LimitsSetting,
  place: PlaceSetting,
  tools: ToolsSetting,
  memory: MemorySetting,
} satisfies Settings

/** What few people ever change. */
const ADVANCED = {
  dialect: DialectSetting,
  blocks: BlocksSetting,
  compaction: CompactionSetting,
} satisfies Settings

type Settings = Record<string, (props: SettingProps) => React.ReactNode>

/** Open where the server refused something in it. */
function AdvancedSettings(setting: SettingProps) {
  const t = useTranslations('sessionSettings.dialog')
  const isRefused = Object.keys(ADVANCED).some(name => setting.faultAt(`/${name}`) !== undefined)
  return (
    <details open={isRefused} className="border-hairline border-t pt-3">
      <summary className="cursor-pointer font-semibold touch:py-2.5">{t('advanced')}</summary>
      <div className="flex flex-col gap-5 pt-3">
        {Object.entries(ADVANCED).map(([name, Setting]) => (
          <Setting key={name} {...setting} />
        ))}
      </div>
    </details>
  )
}

type Props = { session: Session; onClose: () => void; onSaved: () => void }

/** Only what was changed is sent. */
export function SessionSettings({ session, onClose, onSaved }: Props) {
  const t = useTranslations('sessionSettings.dialog')
  const client = useQueryClient()
  const [patch, setPatch] = useState<SessionPatch>({})
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => fetchApi('PATCH /api/sessions/{id}', { params: { id: session.id }, body: patch }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: KEYS.allSessions })
      onSaved()
    },
  })
  const say = useServerWords()
  const faults = isProblem(error) ? error.errors : []
  const setting: SettingProps = {
    session: withPatch(session, patch),
    set: more => setPatch(before => mergePatch(before, more)),
    faultAt: path => {
      const fault = faults.find(one => one.path === path || one.path.startsWith(`${path}/`))
      return fault && say(fault.words, fault.message)
    },
  }
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (Object.keys(patch).length === 0) onClose()
    else if (!isPending) mutate()
  }
  return (
    <SheetDialog label={t('label')} look="form" onClose={onClose}>
      <form className="flex flex-col gap-5" onSubmit={save}>
        <header>
          <h2 className="font-semibold text-title">{t('label')}</h2>
          <p className="text-quiet wrap-anywhere">
            <VisibleText isLine>{session.title}</VisibleText>
          </p>
        </header>
        {Object.entries(SETTINGS).map(([name, Setting]) => (
          <Setting key={name} {...setting} />
        ))}
        <AdvancedSettings {...setting} />
        {error && faults.length === 0 && <ProblemAlert error={error} />}
        <footer className={FOOTER}>
          <p className="grow basis-full text-quiet text-small">{t('hint')}</p>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="main" off={isPending}>
            {t('save')}
          </Button>
        </footer>
      </form>
    </SheetDialog>
  )
}

/** The buttons stay in sight, however long the dialog is. */
const FOOTER =
  'sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap items-center justify-end gap-2 bg-surface px-6 pt-3 pb-6'

const mergePatch = (before: SessionPatch, more: SessionPatch): SessionPatch => ({
  ...before,
  ...more,
  ...(more.limits ? { limits: { ...before.limits, ...more.limits } } : {}),
  ...(more.tools ? { tools: { ...before.tools, ...more.tools } } : {}),
  ...(more.compaction ? { compaction: { ...before.compaction, ...more.compaction } } : {}),
})

/** Objects are merged, as on the server. */
const withPatch = (
  session: Session,
  { limits, compaction, tools, memory, persona, modeExpiresAt, ...plain }: SessionPatch,
): Session => ({
  ...session,
  ...plain,
  limits: { ...session.limits, ...limits },
  compaction: { ...session.compaction, ...compaction },
  tools: { ...session.tools, ...tools },
  memory: { ...session.memory, ...memory },
  persona: persona === undefined ? session.persona : (persona ?? undefined),
  modeExpiresAt: modeExpiresAt === undefined ? session.modeExpiresAt : (modeExpiresAt ?? undefined),
})

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
      <div className="grid grid-cols-[repeat(auto-fill,minmax(10.3125rem,1fr))] gap-x-4 gap-y-3">
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
