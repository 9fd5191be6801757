'use client'

import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FieldErrors } from '@/components/call/forms/change-form'
import { Explained } from '@/components/session-settings/setting-fields'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { Choice } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import { Tabs } from '@/components/ui/tabs'
import { fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import { SERVER_KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import { EMPTY_SERVER, isComplete, type ServerDraft, serverInput } from '@/lib/client/text/server-draft'
import type { ServerInput } from '@/lib/domain/servers/server-input'
import { objectIn } from '@/lib/text/json/json-value'

type Props = { onClose: () => void; onAdded: () => void }

/** Adds a server by a form, or several by the configuration that their guides show. */
export function ServerForm({ onClose, onAdded }: Props) {
  const t = useTranslations('tools.serverForm')
  const [view, setView] = useState('form')
  const [draft, setDraft] = useState(EMPTY_SERVER)
  const [config, setConfig] = useState('')
  const { mutate, isPending, error, reset } = useChange(
    (body: ServerInput, key) => fetchApi('POST /api/mcp-servers', { body, key }),
    { refetches: SERVER_KEYS, onDone: onAdded },
  )
  // Whether it is a configuration is for the server to say.
  const pasted: ServerInput | null = objectIn(config)
  const body = view === 'form' ? (isComplete(draft) ? serverInput(draft) : null) : pasted
  const send = (event: SubmitEvent): void => {
    event.preventDefault()
    if (body !== null && !isPending) mutate(body)
  }
  const choose = (id: string): void => {
    reset()
    setView(id)
  }
  const tabs = (['form', 'config'] as const).map(id => ({ id, name: t(id) }))
  const faults = isProblem(error) ? error.errors : []
  return (
    <SheetDialog label={t('label')} variant="form" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={send}>
        <h2 className="font-semibold text-title">{t('label')}</h2>
        <Tabs variant="form" label={t('ways')} tabs={tabs} value={view} onChoose={choose}>
          {view === 'form' ? (
            <Fields draft={draft} set={more => setDraft({ ...draft, ...more })} />
          ) : (
            <Field label={t('json')} hint={t('jsonHint')} rows={10} value={config} onValue={setConfig} />
          )}
        </Tabs>
        {view === 'config' && config.trim() !== '' && pasted === null && (
          <p className="text-small">{t('noJson')}</p>
        )}
        {faults.length > 0 ? <FieldErrors errors={faults} /> : error && <ProblemAlert error={error} />}
        <p className="text-quiet text-small">{t('hint')}</p>
        <footer className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="main" off={body === null || isPending}>
            {t('add')}
          </Button>
        </footer>
      </form>
    </SheetDialog>
  )
}

type FieldsProps = { draft: ServerDraft; set: (more: Partial<ServerDraft>) => void }
type TextName = 'name' | 'url' | 'headers' | 'command' | 'args' | 'env' | 'read' | 'write'
type HintName = Extract<TextName, 'name' | 'headers' | 'args' | 'env'>

const HINTS: Partial<Record<TextName, `${HintName}Hint`>> = {
  name: 'nameHint',
  headers: 'headersHint',
  args: 'argsHint',
  env: 'envHint',
}

function Fields({ draft, set }: FieldsProps) {
  const t = useTranslations('tools.serverForm')
  const field = (name: TextName, rows?: number) => (
    <Field
      label={t(name)}
      hint={HINTS[name] && t(HINTS[name])}
      value={draft[name]}
      onValue={value => set({ [name]: value })}
      {...(rows ? { rows } : {})}
    />
  )
  const check = (name: 'isSandboxed' | 'hasNetwork', label: ReactNode) => (
    <Choice type="checkbox" checked={draft[name]} onChange={({ target }) => set({ [name]: target.checked })}>
      {label}
    </Choice>
  )
  return (
    <div className="flex flex-col gap-3">
      {field('name')}
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="font-semibold text-small">{t('kind')}</legend>
        {(['command', 'url'] as const).map(kind => (
          <Choice
            key={kind}
            type="radio"
            name="kind"
            checked={draft.kind === kind}
            onChange={() => set({ kind })}
          >
            {t(`kinds.${kind}`)}
          </Choice>
        ))}
      </fieldset>
      {draft.kind === 'url' ? (
        <>
          {field('url')}
          {field('headers', 3)}
        </>
      ) : (
        <>
          {field('command')}
          {field('args', 3)}
          {field('env', 3)}
          <fieldset>
            <legend className="font-semibold text-small">{t('sandbox')}</legend>
            {check('isSandboxed', <Explained name={t('isSandboxed')}>{t('isSandboxedHint')}</Explained>)}
            {draft.isSandboxed && check('hasNetwork', t('hasNetwork'))}
            {draft.isSandboxed && field('read', 2)}
            {draft.isSandboxed && field('write', 2)}
          </fieldset>
        </>
      )}
    </div>
  )
}
