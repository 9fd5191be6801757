'use client'

import { type SubmitEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FieldErrors } from '@/components/call/forms/change-form'
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
import type { ServerInput } from '@/lib/domain/mcp/server-input'
import { isObject } from '@/lib/json/json-value'

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
  const pasted = readConfig(config)
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
    <SheetDialog label={t('label')} look="form" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={send}>
        <h2 className="font-semibold text-title">{t('label')}</h2>
        <Tabs look="form" label={t('ways')} tabs={tabs} value={view} onChoose={choose}>
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
          <Button type="submit" look="main" off={body === null || isPending}>
            {t('add')}
          </Button>
        </footer>
      </form>
    </SheetDialog>
  )
}

/** Whether it is a configuration is for the server to say. */
function readConfig(text: string): ServerInput | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

type FieldsProps = { draft: ServerDraft; set: (more: Partial<ServerDraft>) => void }

function Fields({ draft, set }: FieldsProps) {
  const t = useTranslations('tools.serverForm')
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('name')} hint={t('nameHint')} value={draft.name} onValue={name => set({ name })} />
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
          <Field label={t('url')} value={draft.url} onValue={url => set({ url })} />
          <Field
            rows={3}
            label={t('headers')}
            hint={t('headersHint')}
            value={draft.headers}
            onValue={headers => set({ headers })}
          />
        </>
      ) : (
        <ProgramFields draft={draft} set={set} />
      )}
    </div>
  )
}

function ProgramFields({ draft, set }: FieldsProps) {
  const t = useTranslations('tools.serverForm')
  return (
    <>
      <Field label={t('command')} value={draft.command} onValue={command => set({ command })} />
      <Field
        rows={3}
        label={t('args')}
        hint={t('argsHint')}
        value={draft.args}
        onValue={args => set({ args })}
      />
      <Field rows={3} label={t('env')} hint={t('envHint')} value={draft.env} onValue={env => set({ env })} />
      <fieldset>
        <legend className="font-semibold text-small">{t('sandbox')}</legend>
        <Choice
          type="checkbox"
          checked={draft.isSandboxed}
          onChange={({ target }) => set({ isSandboxed: target.checked })}
        >
          <span>
            {t('isSandboxed')} <span className="block text-quiet text-small">{t('isSandboxedHint')}</span>
          </span>
        </Choice>
        {draft.isSandboxed && (
          <>
            <Choice
              type="checkbox"
              checked={draft.hasNetwork}
              onChange={({ target }) => set({ hasNetwork: target.checked })}
            >
              {t('hasNetwork')}
            </Choice>
            <Field label={t('read')} rows={2} value={draft.read} onValue={read => set({ read })} />
            <Field label={t('write')} rows={2} value={draft.write} onValue={write => set({ write })} />
          </>
        )}
      </fieldset>
    </>
  )
}
