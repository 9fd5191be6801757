import { Command } from 'cmdk'
import { useParams, useRouter } from 'next/navigation'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { sessionAge } from '@/components/sessions/session-groups'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Kbd } from '@/components/ui/kbd'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { focusMessageBox } from '@/lib/client/decisions/focus-loss'
import { unsentText } from '@/lib/client/decisions/use-send-message'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import type { SessionExport } from '@/lib/domain/contract/session-operations'
import { COMMANDS, type CommandName, usageOf } from '@/lib/domain/session/commands'
import { jsonIn } from '@/lib/text/json/json-value'
import { COMMAND_ITEM, CommandDialog } from './command-dialog'
import { useMe } from './me'
import { SHORTCUTS } from './shortcuts-sheet'
import { DESTINATIONS } from './sidebar'

type Props = { onClose: () => void; onShortcuts: () => void }

/** Goes to a page or a session, or starts something, by a part of its name. */
export function Palette(props: Props) {
  const t = useTranslations('shell.palette')
  const [q, setQ] = useState(typedBefore)
  const [value, setValue] = useState('')
  const file = useImport(props.onClose)
  const actions = useActions(props, file.choose)
  const commands = useCommandItems(props.onClose)
  const query = q.trim()
  const groups = [
    { name: t('actions'), items: actions.filter(({ label }) => matches(label, query)) },
    {
      name: t('commands'),
      items: commands.items.filter(({ id, label }) => matches(`${id} ${label}`, query)),
    },
    { name: t('sessions'), items: useSessionItems(query, props.onClose) },
  ]
  const ids = groups.flatMap(({ items }) => items.map(({ id }) => id))
  return (
    <CommandDialog
      label={t('heading')}
      placeholder={t('placeholder')}
      query={q}
      onQuery={setQ}
      value={ids.includes(value) ? value : (ids[0] ?? '')}
      onValue={setValue}
      onClose={props.onClose}
    >
      <ProblemAlert error={commands.error ?? file.error} />
      {ids.length === 0 && <p className="p-2 text-quiet">{t('none')}</p>}
      {groups.map(({ name, items }) => items.length > 0 && <Group key={name} name={name} items={items} />)}
    </CommandDialog>
  )
}

/** What stands in its place when it is first rendered. */
const typedBefore = (): string =>
  document.querySelector<HTMLInputElement>('dialog[open] > input')?.value ?? ''

/** `note`: what stands at its end, where it has no keys. */
type Item = { id: string; label: string; note?: ReactNode; start: () => void }

const KEYS_OF = new Map<string, readonly string[]>(SHORTCUTS.everywhere)

const Group = ({ name, items }: { name: string; items: Item[] }) => (
  <Command.Group heading={<p className="px-2 pt-2 pb-1 text-quiet text-small">{name}</p>}>
    {items.map(({ id, label, note, start }) => (
      <Command.Item
        key={id}
        value={id}
        className={`flex justify-between gap-4 ${COMMAND_ITEM}`}
        onSelect={start}
      >
        <span className="truncate">
          <VisibleText isLine>{label}</VisibleText>
        </span>
        {note && <span className="flex-none text-quiet text-small">{note}</span>}
        {/* Not part of the name; whoever cannot see them has them in the list of shortcuts. */}
        <span aria-hidden="true" className="flex flex-none gap-1 touch:hidden">
          {KEYS_OF.get(id)?.map(key => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      </Command.Item>
    ))}
  </Command.Group>
)

const matches = (label: string, query: string): boolean =>
  label.toLocaleLowerCase().includes(query.toLocaleLowerCase())

/** Leads to another page. */
function useGo(onClose: () => void): (path: string) => void {
  const router = useRouter()
  return path => {
    onClose()
    router.push(path)
  }
}

function useActions({ onClose, onShortcuts }: Props, chooseFile: () => void): Item[] {
  const t = useTranslations('shell.palette')
  const go = useGo(onClose)
  return [
    { id: 'new session', label: t('newSession'), start: () => go('/sessions/new') },
    { id: 'import', label: t('import'), start: chooseFile },
    ...DESTINATIONS.map(id => ({ id, label: t(id), start: () => go(`/${id}`) })),
    { id: 'shortcuts', label: t('shortcuts'), start: onShortcuts },
  ]
}

/** Makes a session of a file that is chosen, and opens it. */
function useImport(onClose: () => void): { choose: () => void; error: Error | null } {
  const go = useGo(onClose)
  const { mutate, error } = useChange(
    async (file: File, key) =>
      fetchApi('POST /api/sessions/import', { body: jsonIn(await file.text(), {}) as SessionExport, key }),
    { refetches: [KEYS.allSessions], onDone: ({ id }) => go(`/sessions/${id}`) },
  )
  const choose = (): void => {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept: '.json' })
    input.onchange = () => input.files?.[0] && mutate(input.files[0])
    input.click()
  }
  return { choose, error }
}

/** The commands that the palette offers; those with a value to choose are left in the message box. */
const OFFERED: Partial<Record<CommandName, 'send' | 'write'>> = {
  model: 'write',
  mode: 'write',
  plan: 'send',
  rename: 'write',
  export: 'send',
  branch: 'send',
  compact: 'send',
  help: 'send',
}

/** What can be done with the session that is open. */
function useCommandItems(onClose: () => void): { items: Item[]; error: Error | null } {
  const t = useTranslations('server.slash')
  const router = useRouter()
  const id = useParams<{ sessionId?: string }>().sessionId
  const { mutate, error } = useChange(
    (text: string, key) =>
      fetchApi('POST /api/sessions/{id}/messages', { params: { id: id ?? '' }, body: { text }, key }),
    {
      refetches: [KEYS.allSessions],
      onDone: answer => {
        onClose()
        const href = `${('command' in answer && answer.data?.href) || ''}`
        // A file is loaded beside the page.
        if (href.startsWith('/api/')) location.assign(href)
        else if (href) router.push(href)
      },
    },
  )
  const write = (text: string): void => {
    onClose()
    requestAnimationFrame(() => {
      // As if it was typed.
      if (focusMessageBox()) document.execCommand('insertText', false, text)
    })
  }
  const isReader = useMe().role === 'viewer'
  const items = COMMANDS.flatMap(command => {
    const kind = id === undefined || isReader ? undefined : OFFERED[command.name]
    // What somebody is writing would become its value.
    if (kind === 'write' && unsentText(id ?? '') !== '') return []
    const text = `/${command.name}`
    const start = kind === 'write' ? () => write(`${text} `) : () => mutate(text)
    return kind ? [{ id: text, label: t(command.name), note: usageOf(command), start }] : []
  })
  return { items, error }
}

/** How many sessions are listed. */
const MOST_SESSIONS = 8

/** The newest sessions, or those that match; the server searches, so that all sessions count. */
function useSessionItems(query: string, onClose: () => void): Item[] {
  const go = useGo(onClose)
  const q = useDeferredValue(query)
  const { data } = useRead(KEYS.sessions(q), 'GET /api/sessions', { query: { q } })
  const t = useTranslations('sessions.filters')
  const locale = useLocale()
  const [now] = useState(() => Date.now())
  const clock = { now, offsetMs: -new Date(now).getTimezoneOffset() * 60_000 }
  return (data?.items ?? []).slice(0, MOST_SESSIONS).map(({ id, title, state, updatedAt }) => ({
    id,
    label: title,
    note: `${state === 'idle' ? '' : `${t(state)} · `}${sessionAge(updatedAt, locale, clock)}`,
    start: () => go(`/sessions/${id}`),
  }))
}
