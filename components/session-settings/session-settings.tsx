'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import { api } from '@/lib/client/api'
import { isProblem } from '@/lib/client/api-problem'
import { KEYS } from '@/lib/client/keys'
import type { Session, SessionPatch } from '@/lib/domain/session'
import { BlocksSetting } from './blocks-setting'
import { CompactionSetting } from './compaction-setting'
import { DialectSetting } from './dialect-setting'
import { LimitsSetting } from './limits-setting'
import { MemorySetting } from './memory-setting'
import { ModeSetting } from './mode-setting'
import { ModelSetting } from './model-setting'
import type { SettingProps } from './setting'

/** Every setting there is, in the order in which they stand. One that is added here is in the dialog. */
const SETTINGS = {
  model: ModelSetting,
  mode: ModeSetting,
  dialect: DialectSetting,
  blocks: BlocksSetting,
  memory: MemorySetting,
  limits: LimitsSetting,
  compaction: CompactionSetting,
} satisfies Record<string, (props: SettingProps) => React.ReactNode>

type Props = { session: Session; onClose: () => void; onSaved: () => void }

/** How a session works from its next request on. Only what was changed is sent. */
export function SessionSettings({ session, onClose, onSaved }: Props) {
  const t = useTranslations('sessionSettings.dialog')
  const client = useQueryClient()
  const [patch, setPatch] = useState<SessionPatch>({})
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.changeSession(session.id, patch),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: KEYS.allSessions })
      onSaved()
    },
  })
  const faults = isProblem(error) ? error.errors : []
  const given: SettingProps = {
    session: asChanged(session, patch),
    set: more => setPatch(before => laidOver(before, more)),
    faultAt: path => faults.find(fault => fault.path === path)?.message,
  }
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (Object.keys(patch).length === 0) onClose()
    else if (!isPending) mutate()
  }
  return (
    <SheetDialog label={t('label')} className="session-settings" onClose={onClose}>
      <form className="flex flex-col gap-5" onSubmit={save}>
        <header>
          <h2 className="font-semibold text-title">{t('label')}</h2>
          <p className="text-quiet [overflow-wrap:anywhere]">
            <VisibleText isLine>{session.title}</VisibleText>
          </p>
        </header>
        {Object.entries(SETTINGS).map(([name, Setting]) => (
          <Setting key={name} {...given} />
        ))}
        {error && faults.length === 0 && (
          <p role="alert" className="alert">
            <ProblemText error={error} />
          </p>
        )}
        <footer className="flex flex-wrap items-center justify-end gap-2">
          <p className="grow basis-full text-quiet text-small sm:basis-0">{t('from')}</p>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" look="main" off={isPending}>
            {t('save')}
          </Button>
        </footer>
      </form>
    </SheetDialog>
  )
}

/** Of an object only what is given changes. */
const laidOver = (before: SessionPatch, more: SessionPatch): SessionPatch => ({
  ...before,
  ...more,
  ...(more.limits ? { limits: { ...before.limits, ...more.limits } } : {}),
  ...(more.compaction ? { compaction: { ...before.compaction, ...more.compaction } } : {}),
})

/** Objects are laid over what is there, as the server does it. */
const asChanged = (
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
