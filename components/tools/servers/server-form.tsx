import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Form, FormFoot } from '@/components/list/form'
import { Explained } from '@/components/session-settings/setting-fields'
import { Choice, Radios } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import { Tabs } from '@/components/ui/tabs'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { SERVER_KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import {
  EMPTY_SERVER,
  pastedServers,
  type ServerDraft,
  serverDraft,
  serverInput,
} from '@/lib/client/text/server-draft'
import type { McpServer } from '@/lib/domain/servers/mcp-server'
import type { ServerInput } from '@/lib/domain/servers/server-input'

/** Changes a server by a form, or adds some by what their guides show. */
export function ServerForm({ server, onClose }: { server?: McpServer; onClose: () => void }) {
  const t = useTranslations('tools.serverForm')
  const tServers = useTranslations('tools.servers')
  const [view, setView] = useState<'paste' | 'form'>(server ? 'form' : 'paste')
  const [draft, setDraft] = useState(server ? serverDraft(server) : EMPTY_SERVER)
  const [text, setText] = useState('')
  const { mutate, isPending, error, reset } = useChange(
    (body: ServerInput, key): Promise<unknown> =>
      server
        ? fetchApi('PATCH /api/mcp-servers/{id}', { params: { id: server.id }, body })
        : fetchApi('POST /api/mcp-servers', { body, key }),
    { refetches: SERVER_KEYS, onDone: onClose, announces: server ? undefined : () => tServers('added') },
  )
  const pasted = pastedServers(text)
  const body = view === 'form' ? serverInput(draft, server) : pasted
  const choose = (id: typeof view): void => {
    reset()
    setView(id)
  }
  const label = t(server ? 'labelOf' : 'label', { name: server?.name ?? '' })
  const tabs = (['paste', 'form'] as const).map(id => ({ id, name: t(id) }))
  const fields = <Fields draft={draft} set={more => setDraft({ ...draft, ...more })} />
  return (
    <SheetDialog label={label} variant="form" onClose={onClose}>
      <Form className="flex flex-col gap-4" off={isPending} onSend={() => body && mutate(body)}>
        <h2 className="font-semibold text-title">{label}</h2>
        {server ? (
          fields
        ) : (
          <Tabs variant="form" label={t('ways')} tabs={tabs} value={view} onChoose={choose}>
            {view === 'form' ? (
              fields
            ) : (
              <Field
                isRequired
                missing={t('nothing')}
                label={t('text')}
                hint={t(text.trim() === '' || pasted ? 'textHint' : 'unreadable')}
                rows={8}
                value={text}
                onValue={setText}
              />
            )}
          </Tabs>
        )}
        <p className="text-quiet text-small">{t('hint')}</p>
        <FormFoot
          send={t(server ? 'save' : 'add')}
          off={(body === null && text !== '') || isPending}
          error={error}
          onCancel={onClose}
        />
      </Form>
    </SheetDialog>
  )
}

type FieldsProps = { draft: ServerDraft; set: (more: Partial<ServerDraft>) => void }
function Fields({ draft, set }: FieldsProps) {
  const t = useTranslations('tools.serverForm')
  const field = (name: 'name' | 'url' | 'headers' | 'command' | 'args' | 'env' | 'read' | 'write') => ({
    label: t(name),
    value: draft[name],
    onValue: (value: string) => set({ [name]: value }),
  })
  const check = (name: 'isSandboxed' | 'hasNetwork', label: ReactNode) => (
    <Choice checked={draft[name]} onValue={isOn => set({ [name]: isOn })}>
      {label}
    </Choice>
  )
  return (
    <div className="flex flex-col gap-3">
      <Field isRequired hint={t('nameHint')} {...field('name')} />
      <Radios
        label={t('kind')}
        value={draft.kind}
        options={(['command', 'url'] as const).map(kind => [kind, t(`kinds.${kind}`)] as const)}
        onValue={kind => set({ kind })}
      />
      {draft.kind === 'url' ? (
        <>
          <Field isRequired {...field('url')} />
          <Field rows={3} hint={t('headersHint')} {...field('headers')} />
        </>
      ) : (
        <>
          <Field isRequired {...field('command')} />
          <Field rows={3} hint={t('argsHint')} {...field('args')} />
          <Field rows={3} hint={t('envHint')} {...field('env')} />
          <fieldset>
            <legend className="font-semibold text-small">{t('sandbox')}</legend>
            {check('isSandboxed', <Explained name={t('isSandboxed')}>{t('isSandboxedHint')}</Explained>)}
            {draft.isSandboxed && check('hasNetwork', t('hasNetwork'))}
            {draft.isSandboxed && <Field rows={2} {...field('read')} />}
            {draft.isSandboxed && <Field rows={2} {...field('write')} />}
          </fieldset>
        </>
      )}
    </div>
  )
}
