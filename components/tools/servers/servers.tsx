import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Announcement, announce, ItemList } from '@/components/list/list-page'
import { RemoveDialog } from '@/components/list/remove-dialog'
import { Verbs } from '@/components/list/verbs'
import { lazyPart } from '@/components/page/lazy-part'
import { OwnerOnly } from '@/components/shell/me'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS, SERVER_KEYS } from '@/lib/client/queries/keys'
import { itemsIn, useChange, useRead } from '@/lib/client/queries/use-api'
import type { McpServer } from '@/lib/domain/servers/mcp-server'
import { signInAnswer } from '@/lib/domain/servers/server-sign-in'
import { ServerItem } from './server-item'

const ServerForm = lazyPart(async () => (await import('./server-form')).ServerForm)

/** How often to look: while one of them is being connected, and otherwise, since they end and change by themselves. */
const pollMs = ({ state }: { state: { data?: { items: McpServer[] } | undefined } }): number =>
  state.data?.items.some(({ status }) => status === 'connecting') ? 2_000 : 10_000

/** The servers that tools come from. */
export function Servers() {
  const t = useTranslations('tools.servers')
  const [isAdding, setIsAdding] = useState(false)
  const servers = useRead(KEYS.servers, 'GET /api/mcp-servers', {}, { refetchInterval: pollMs })
  useFreshTools(servers.data?.items)
  return (
    <section aria-labelledby="servers" className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="servers" className="font-semibold">
          {t('heading')}
        </h2>
        <OwnerOnly>
          <Button onClick={() => setIsAdding(true)}>{t('add')}</Button>
        </OwnerOnly>
      </header>
      <Announcement />
      <SignedInToServer />
      <ItemList list={itemsIn(servers)} label={t('heading')} none={t('none')}>
        {server => (
          <ServerItem key={server.id} server={server}>
            <OwnerOnly>
              <ServerActions server={server} />
            </OwnerOnly>
          </ServerItem>
        )}
      </ItemList>
      {isAdding && <ServerForm onClose={() => setIsAdding(false)} />}
    </section>
  )
}

/** A server has its tools only once it is connected: what there is is looked at again when one has come so far. */
function useFreshTools(servers: McpServer[] | undefined): void {
  const client = useQueryClient()
  const serverStates = servers && JSON.stringify(servers.map(({ id, status, tools }) => [id, status, tools]))
  const last = useRef(serverStates)
  useEffect(() => {
    if (last.current !== undefined && last.current !== serverStates)
      void client.invalidateQueries({ queryKey: KEYS.tools })
    last.current = serverStates
  }, [client, serverStates])
}

function ServerActions({ server }: { server: McpServer }) {
  const t = useTranslations('tools.servers')
  const [open, setOpen] = useState<'form' | 'remove' | null>(null)
  const close = (): void => setOpen(null)
  const { id, name, status, enabled, fromFile } = server
  const params = { id }
  const turn = useChange(
    () => fetchApi('PATCH /api/mcp-servers/{id}', { params, body: { enabled: !enabled } }),
    { refetches: SERVER_KEYS },
  )
  const reconnect = useChange(() => fetchApi('POST /api/mcp-servers/{id}/reconnect', { params }), {
    refetches: SERVER_KEYS,
  })
  return (
    <>
      {status === 'sign_in' && <SignInToServer id={id} />}
      <ProblemAlert error={turn.error ?? reconnect.error} />
      <Verbs
        verbs={[
          [t(enabled ? 'disable' : 'enable'), () => turn.mutate()],
          enabled && [t('test'), () => reconnect.mutate()],
          !fromFile && [t('edit'), () => setOpen('form')],
          !fromFile && [t('remove'), () => setOpen('remove')],
        ]}
      />
      {open === 'form' && <ServerForm server={server} onClose={close} />}
      {open === 'remove' && (
        <RemoveDialog
          question={t('ask', { name })}
          outcome={t('gone')}
          verb={t('remove')}
          remove={() => fetchApi('DELETE /api/mcp-servers/{id}', { params })}
          refetches={SERVER_KEYS}
          onRemoved={() => announce(t('removed', { name }))}
          onClose={close}
        />
      )}
    </>
  )
}

/** Sends the owner to where a server wants them to sign in. */
function SignInToServer({ id }: { id: string }) {
  const t = useTranslations('tools.servers')
  const { mutate, isPending, isSuccess, error } = useChange(
    () => fetchApi('POST /api/mcp-servers/{id}/sign-in', { params: { id } }),
    { onDone: ({ url }) => location.assign(url) },
  )
  return (
    <>
      <ProblemAlert error={error} />
      <p className="flex flex-wrap items-center gap-2">
        <Button variant="main" off={isPending || isSuccess} onClick={() => mutate()}>
          {t('signIn')}
        </Button>
        <span className="text-quiet text-small">{t('signInHint')}</span>
      </p>
    </>
  )
}

/** Ends what was begun there, when the server has sent its owner back: the address is cleared of that at once. */
function SignedInToServer() {
  const t = useTranslations('tools.servers')
  const { mutate, isPending, isSuccess, error } = useChange(
    ({ id, body }: NonNullable<ReturnType<typeof signInAnswer>>) =>
      fetchApi('PUT /api/mcp-servers/{id}/sign-in', { params: { id }, body }),
    { refetches: [KEYS.servers] },
  )
  useEffect(() => {
    const answer = signInAnswer(location.hash)
    if (!answer) return
    history.replaceState(null, '', location.pathname + location.search)
    mutate(answer)
  }, [mutate])
  return (
    <>
      <p role="status" className="text-quiet text-small empty:hidden">
        {isPending ? t('signingIn') : isSuccess ? t('signedIn') : ''}
      </p>
      <ProblemAlert error={error} />
    </>
  )
}
