'use client'

import { Command } from 'cmdk'
import { useRouter } from 'next/navigation'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Kbd } from '@/components/ui/kbd'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { COMMAND_ITEM, CommandDialog } from './command-dialog'
import { SHORTCUTS } from './shortcuts-sheet'
import { DESTINATIONS } from './sidebar'

type Props = { onClose: () => void; onShortcuts: () => void }

/** Goes to a page or a session, or starts something, by a part of its name. */
export function Palette(props: Props) {
  const t = useTranslations('shell.palette')
  const [q, setQ] = useState('')
  const [value, setValue] = useState('')
  const actions = useActions(props)
  const query = q.trim()
  const groups = [
    { name: t('actions'), items: actions.filter(({ label }) => matches(label, query)) },
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
      {ids.length === 0 && <p className="p-2 text-quiet">{t('none')}</p>}
      {groups.map(({ name, items }) => items.length > 0 && <Group key={name} name={name} items={items} />)}
    </CommandDialog>
  )
}

type Item = { id: string; label: string; start: () => void }

const KEYS_OF = new Map<string, readonly string[]>(SHORTCUTS.everywhere)

const Group = ({ name, items }: { name: string; items: Item[] }) => (
  <Command.Group heading={<p className="px-2 pt-2 pb-1 text-quiet text-small">{name}</p>}>
    {items.map(({ id, label, start }) => (
      <Command.Item
        key={id}
        value={id}
        className={`flex justify-between gap-4 ${COMMAND_ITEM}`}
        onSelect={start}
      >
        <span className="truncate">
          <VisibleText isLine>{label}</VisibleText>
        </span>
        <ItemKeys keys={KEYS_OF.get(id)} />
      </Command.Item>
    ))}
  </Command.Group>
)

/** Not part of the name; whoever cannot see them has them in the list of shortcuts. */
const ItemKeys = ({ keys = [] }: { keys: readonly string[] | undefined }) => (
  <span aria-hidden="true" className="flex flex-none gap-1 touch:hidden">
    {keys.map(key => (
      <Kbd key={key}>{key}</Kbd>
    ))}
  </span>
)

const matches = (label: string, query: string): boolean =>
  label.toLocaleLowerCase().includes(query.toLocaleLowerCase())

function useActions({ onClose, onShortcuts }: Props): Item[] {
  const t = useTranslations('shell.palette')
  const router = useRouter()
  const go = (path: string): void => {
    onClose()
    router.push(path)
  }
  return [
    { id: 'new session', label: t('newSession'), start: () => go('/sessions/new') },
    ...DESTINATIONS.map(id => ({ id, label: t(id), start: () => go(`/${id}`) })),
    { id: 'shortcuts', label: t('shortcuts'), start: onShortcuts },
  ]
}

/** How many sessions are listed. */
const MOST_SESSIONS = 8

/** The newest sessions, or those that match; the server searches, so that all sessions count. */
function useSessionItems(query: string, onClose: () => void): Item[] {
  const router = useRouter()
  const q = useDeferredValue(query)
  const { data } = useRead(KEYS.sessions(q), 'GET /api/sessions', { query: { q } })
  return (data?.items ?? []).slice(0, MOST_SESSIONS).map(({ id, title }) => ({
    id,
    label: title,
    start: () => {
      onClose()
      router.push(`/sessions/${id}`)
    },
  }))
}
