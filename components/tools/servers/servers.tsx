'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ItemList } from '@/components/list/list-page'
import { RemoveDialog } from '@/components/list/remove-dialog'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { fetchApi, nullIfGone } from '@/lib/client/api/fetch-api'
import { loadPart } from '@/lib/client/page/load-part'
import { KEYS } from '@/lib/client/queries/keys'
import type { McpServer } from '@/lib/domain/mcp/mcp-server'
import { ServerItem } from './server-item'
import { SignedInToServer, SignInToServer } from './server-sign-in'

const ServerForm = lazy(async () => ({ default: (await loadPart(() => import('./server-form'))).ServerForm }))

/** How often to look: while one of them is being connected, and otherwise, since they end and change by themselves. */
const POLL_MS = { connecting: 2_000, settled: 10_000 }

/** The servers that tools come from. */
export function Servers() {
  const t = useTranslations('tools.servers')
  const [isAdding, setIsAdding] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: KEYS.servers,
    queryFn: ({ signal }) => fetchApi('GET /api/mcp-servers', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      POLL_MS[state.data?.items.some(({ status }) => status === 'connecting') ? 'connecting' : 'settled'],
  })
  useFreshTools(data?.items)
  const done = (text: string): void => {
    setIsAdding(false)
    setAnnouncement(text)
  }
  return (
    <section aria-labelledby="servers" className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="servers" className="font-semibold">
          {t('heading')}
        </h2>
        <Button onClick={() => setIsAdding(true)}>{t('add')}</Button>
      </header>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <SignedInToServer />
      <ItemList
        list={{ items: data?.items, error, again: () => void refetch() }}
        label={t('heading')}
        none={t('none')}
      >
        {server => (
          <ServerItem key={server.id} server={server}>
            <ServerActions server={server} onDone={done} />
          </ServerItem>
        )}
      </ItemList>
      {isAdding && (
        <Suspense>
          <ServerForm onClose={() => setIsAdding(false)} onAdded={() => done(t('added'))} />
        </Suspense>
      )}
    </section>
  )
}

/** A server has its tools only once it is connected: what there is is looked at again when one has come so far. */
function useFreshTools(servers: McpServer[] | undefined): void {
  const client = useQueryClient()
  const known = servers && JSON.stringify(servers.map(({ id, status, tools }) => [id, status, tools]))
  const last = useRef(known)
  useEffect(() => {
    if (last.current !== undefined && last.current !== known)
      void client.invalidateQueries({ queryKey: KEYS.tools })
    last.current = known
  }, [client, known])
}

/** Changes a server, and looks at what tools there are then. */
function useServerChange<Change>(change: (change: Change) => Promise<unknown>, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: KEYS.servers })
      await client.invalidateQueries({ queryKey: KEYS.tools })
      onDone?.()
    },
  })
}

type ActionsProps = { server: McpServer; onDone: (announcement: string) => void }

function ServerActions({ server, onDone }: ActionsProps) {
  const t = useTranslations('tools.servers')
  const [isRemoving, setIsRemoving] = useState(false)
  const { id, name, status, enabled, error: reason, fromFile } = server
  const params = { id }
  const turn = useServerChange(() =>
    fetchApi('PATCH /api/mcp-servers/{id}', { params, body: { enabled: !enabled } }),
  )
  const reconnect = useServerChange(() => fetchApi('POST /api/mcp-servers/{id}/reconnect', { params }))
  const error = turn.error ?? reconnect.error
  return (
    <>
      {status === 'sign_in' && <SignInToServer id={id} />}
      {error && <ProblemAlert error={error} />}
      <p className="flex flex-wrap gap-2">
        <Button look="quiet" off={turn.isPending} onClick={() => turn.mutate(undefined)}>
          {t(enabled ? 'disable' : 'enable')}
        </Button>
        {enabled && (
          <Button
            look={reason === undefined ? 'quiet' : 'plain'}
            off={reconnect.isPending}
            onClick={() => reconnect.mutate(undefined)}
          >
            {t('reconnect')}
          </Button>
        )}
        {!fromFile && (
          <Button look="quiet" onClick={() => setIsRemoving(true)}>
            {t('remove')}
          </Button>
        )}
      </p>
      {isRemoving && (
        <RemoveServer
          id={id}
          name={name}
          onClose={() => setIsRemoving(false)}
          onRemoved={() => onDone(t('removed', { name }))}
        />
      )}
    </>
  )
}

type RemoveProps = { id: string; name: string; onClose: () => void; onRemoved: () => void }

function RemoveServer({ id, name, onClose, onRemoved }: RemoveProps) {
  const t = useTranslations('tools.servers')
  const removal = useServerChange(
    () => fetchApi('DELETE /api/mcp-servers/{id}', { params: { id } }).catch(nullIfGone),
    onRemoved,
  )
  return (
    <RemoveDialog
      question={t('ask', { name })}
      outcome={t('gone')}
      keep={t('keep')}
      remove={t('remove')}
      removal={removal}
      onClose={onClose}
    />
  )
}
