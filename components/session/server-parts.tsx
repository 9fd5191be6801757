import { Command } from 'cmdk'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Form, FormFoot } from '@/components/list/form'
import { COMMAND_ITEM, CommandDialog } from '@/components/shell/command-dialog'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Field } from '@/components/ui/field'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { isLeaving } from '@/lib/client/decisions/key-aim'
import { unsentText } from '@/lib/client/decisions/use-send-message'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import type { ServerPrompt } from '@/lib/client/text/commands'
import { withFiles } from '@/lib/client/text/file-draft'
import type { McpServer } from '@/lib/domain/servers/mcp-server'
import type { MessageParts } from '@/lib/domain/servers/server-content'
import type { ChangeDraft } from './draft-files'

/** What is open above the message box: the resources of servers, or a prompt of one. */
export type ServerPanel = 'resources' | ServerPrompt

type Props = {
  panel: ServerPanel
  /** Null closes it. */
  onPanel: (panel: ServerPanel | null) => void
  /** The key under which unsent text is stored. */
  draftKey: string
  field: RefObject<HTMLTextAreaElement | null>
  write: (text: string) => void
  onChange: ChangeDraft
  /** Chooses files of this device. */
  chooser: RefObject<HTMLInputElement | null>
}

/** What servers give to the message that is being written. Nothing of it is sent before the person sends the message. */
export function ServerParts({ panel, onPanel, draftKey, field, write, onChange, chooser }: Props) {
  const close = (): void => {
    onPanel(null)
    field.current?.focus()
  }
  const take = ({ text, attachments, omissions }: MessageParts, command?: string): void => {
    const present = unsentText(draftKey)
    // What the person wrote besides the command stays.
    const draftText = present === command ? '' : present.trimEnd()
    write([draftText, text].filter(part => part !== '').join('\n\n'))
    onChange(draft => withFiles({ ...draft, refusals: [], omissions }, attachments))
    close()
  }
  if (panel === 'resources')
    return <ResourceDialog onClose={close} onTake={take} onOwn={() => chooser.current?.click()} />
  return <PromptPanel prompt={panel} onClose={close} onTake={parts => take(parts, panel.command)} />
}

type PromptProps = { prompt: ServerPrompt; onClose: () => void; onTake: (parts: MessageParts) => void }

/** Asks for what a prompt needs; one that needs nothing is fetched at once. */
function PromptPanel({ prompt, onClose, onTake }: PromptProps) {
  const t = useTranslations('session.serverParts')
  const heading = useId()
  const [values, setValues] = useState<Record<string, string>>({})
  const { serverId, name } = prompt
  const { mutate, isPending, error } = useChange((fields: Record<string, string>) =>
    fetchApi('POST /api/mcp-servers/{id}/prompts', {
      params: { id: serverId },
      body: { name, arguments: fields },
    }),
  )
  // An answer that comes when the panel is closed already is left.
  const send = (): void =>
    mutate(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')), {
      onSuccess: parts => onTake(parts),
    })
  const form = useRef<HTMLFormElement>(null)
  const begin = useEffectEvent(() => {
    if (prompt.arguments.length === 0) send()
    else form.current?.querySelector('input')?.focus()
  })
  useEffect(() => begin(), [])
  return (
    <Form
      ref={form}
      aria-labelledby={heading}
      className="mb-2 flex max-h-[50dvh] flex-col gap-2 overflow-y-auto rounded-base border border-hairline bg-paper p-3"
      onKeyDown={event => isLeaving(event) && onClose()}
      off={isPending}
      onSend={send}
    >
      <p id={heading} className="wrap-anywhere font-semibold">
        <VisibleText isLine>{prompt.command}</VisibleText>
      </p>
      {prompt.arguments.map(({ name, description, required }) => (
        <Field
          key={name}
          label={required ? t('required', { name }) : name}
          hint={description}
          isRequired={required}
          value={values[name] ?? ''}
          onValue={value => setValues(present => ({ ...present, [name]: value }))}
        />
      ))}
      <FormFoot
        send={t(isPending ? 'fetching' : error ? 'again' : 'take')}
        off={isPending}
        error={error}
        onCancel={onClose}
      >
        <span className="text-quiet text-small">{t('takeHint')}</span>
      </FormFoot>
    </Form>
  )
}

type Resource = McpServer['resources'][number] & { serverId: string; server: string }

export const resourcesOf = (servers: readonly McpServer[]): Resource[] =>
  servers.flatMap(({ id, name, status, resources }) =>
    status === 'connected' ? resources.map(resource => ({ ...resource, serverId: id, server: name })) : [],
  )

/** How many resources are listed. The others are found by searching. */
const MOST_LISTED = 100

type ResourceProps = Omit<PromptProps, 'prompt'> & { onOwn: () => void }

/** Where files come from: from this device, or from a server. */
function ResourceDialog({ onClose, onTake, onOwn }: ResourceProps) {
  const t = useTranslations('session.serverParts')
  const [query, setQuery] = useState('')
  const { data, error } = useRead(KEYS.servers, 'GET /api/mcp-servers')
  const reading = useChange(({ serverId, uri }: Resource) =>
    fetchApi('POST /api/mcp-servers/{id}/resources', { params: { id: serverId }, body: { uri } }),
  )
  const matching = resourcesOf(data?.items ?? []).filter(resource => matches(resource, query))
  const left = matching.length - MOST_LISTED
  return (
    <CommandDialog
      label={t('resources')}
      placeholder={t('search')}
      query={query}
      onQuery={setQuery}
      onClose={onClose}
      foot={
        <>
          <p role="status" className="px-4 text-quiet text-small">
            {reading.isPending ? t('fetching') : left > 0 && t('more', { count: left })}
          </p>
          <ProblemAlert error={reading.error ?? error} />
        </>
      }
    >
      {query === '' && (
        <Command.Item
          className={COMMAND_ITEM}
          onSelect={() => {
            onClose()
            onOwn()
          }}
        >
          {t('own')}
        </Command.Item>
      )}
      {data && matching.length === 0 && <p className="p-2 text-quiet">{t('none')}</p>}
      {matching.slice(0, MOST_LISTED).map(resource => (
        <Command.Item
          key={`${resource.serverId} ${resource.uri}`}
          value={`${resource.serverId} ${resource.uri}`}
          className={`wrap-anywhere ${COMMAND_ITEM}`}
          onSelect={() =>
            !reading.isPending && reading.mutate(resource, { onSuccess: parts => onTake(parts) })
          }
        >
          <VisibleText isLine>{resource.name}</VisibleText>{' '}
          <span className="block text-quiet text-small">
            <VisibleText isLine>{resource.uri}</VisibleText> · {resource.server}
          </span>
        </Command.Item>
      ))}
    </CommandDialog>
  )
}

const matches = ({ name, uri, server }: Resource, query: string): boolean =>
  `${name} ${uri} ${server}`.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase())
