'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useRouter } from 'next/navigation'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import { api } from '@/lib/client/api'
import { KEYS } from '@/lib/client/keys'
import { newKey } from '@/lib/client/new-key'

type Props = { onClose: () => void; onShortcuts: () => void }

/** Everything that can be gone to or begun, by typing a part of its name. */
export function Palette(props: Props) {
  const t = useTranslations('desk.palette')
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState('')
  const { items: actions, error } = useActions(props)
  const sought = q.trim()
  const groups = [
    { name: t('actions'), items: actions.filter(({ label }) => holds(label, sought)) },
    { name: t('sessions'), items: useSessionItems(sought, props.onClose) },
  ]
  const ids = groups.flatMap(({ items }) => items.map(({ id }) => id))
  return (
    <SheetDialog label={t('heading')} className="palette" onClose={props.onClose}>
      <Command
        label={t('heading')}
        loop
        shouldFilter={false}
        vimBindings={false}
        value={ids.includes(chosen) ? chosen : (ids[0] ?? '')}
        onValueChange={setChosen}
      >
        <Command.Input
          placeholder={t('placeholder')}
          value={q}
          onValueChange={setQ}
          className="palette-field"
        />
        <Command.List label={t('found')} className="palette-list">
          {ids.length === 0 && <p className="palette-empty">{t('none')}</p>}
          {groups.map(({ name, items }) => items.length > 0 && <Group key={name} {...{ name, items }} />)}
        </Command.List>
      </Command>
      {error && (
        <p role="alert" className="alert">
          <ProblemText error={error} />
        </p>
      )}
    </SheetDialog>
  )
}

type Item = { id: string; label: string; begin: () => void }

const Group = ({ name, items }: { name: string; items: Item[] }) => (
  <Command.Group heading={name}>
    {items.map(({ id, label, begin }) => (
      <Command.Item key={id} value={id} className="palette-item" onSelect={begin}>
        <VisibleText isLine>{label}</VisibleText>
      </Command.Item>
    ))}
  </Command.Group>
)

const holds = (label: string, sought: string): boolean =>
  label.toLocaleLowerCase().includes(sought.toLocaleLowerCase())

function useActions({ onClose, onShortcuts }: Props): { items: Item[]; error: Error | null } {
  const t = useTranslations('desk.palette')
  const router = useRouter()
  const { mutate, error } = useMutation({
    mutationFn: () => api.createSession({}, { key: newKey() }),
    onSuccess: session => go(`/sessions/${session.id}`),
  })
  const go = (path: string): void => {
    onClose()
    router.push(path)
  }
  const items = [
    { id: 'new session', label: t('newSession'), begin: () => mutate() },
    { id: 'inbox', label: t('inbox'), begin: () => go('/inbox') },
    { id: 'history', label: t('history'), begin: () => go('/history') },
    { id: 'memory', label: t('memory'), begin: () => go('/memory') },
    { id: 'skills', label: t('skills'), begin: () => go('/skills') },
    { id: 'shortcuts', label: t('shortcuts'), begin: onShortcuts },
  ]
  return { items, error }
}

/** So many sessions are offered at a time. */
const OFFERED = 8

/** The newest sessions, or those that match: the server has looked for them, so that all of them count. */
function useSessionItems(sought: string, onClose: () => void): Item[] {
  const router = useRouter()
  const q = useDeferredValue(sought)
  const { data } = useQuery({
    queryKey: KEYS.sessions(q),
    queryFn: ({ signal }) => api.listSessions({ q }, signal),
    staleTime: 1_000,
  })
  return (data?.items ?? []).slice(0, OFFERED).map(({ id, title }) => ({
    id,
    label: title,
    begin: () => {
      onClose()
      router.push(`/sessions/${id}`)
    },
  }))
}
