'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ItemList, ListItem } from '@/components/list/list-page'
import { RemoveDialog } from '@/components/list/remove-dialog'
import { ProblemAlert } from '@/components/text/problem-text'
import { useServerWords } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Check } from '@/components/ui/choice'
import { fetchApi, nullIfGone } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import type { Channel, ChannelPatch } from '@/lib/domain/channel/channel'
import { ChannelForm, NoticeDelay } from './channel-form'

/** Where messages of the agent and notices of what waits go. */
export function ChannelSettings() {
  const t = useTranslations('channels.section')
  const [announcement, setAnnouncement] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: KEYS.channels,
    queryFn: ({ signal }) => fetchApi('GET /api/channels', { signal }),
    staleTime: 2_000,
  })
  return (
    <section aria-labelledby="channels" className="flex flex-col gap-3">
      <h2 id="channels" className="font-semibold">
        {t('heading')}
      </h2>
      <p className="text-quiet">{t('intro')}</p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ItemList
        list={{ items: data?.items, error, again: () => void refetch() }}
        label={t('heading')}
        none={t('none')}
      >
        {channel => <ChannelItem key={channel.id} channel={channel} onAnnounce={setAnnouncement} />}
      </ItemList>
      <NoticeDelay onAnnounce={setAnnouncement} />
      <ChannelForm onAdd={name => setAnnouncement(t('added', { name }))} />
    </section>
  )
}

type Props = { channel: Channel; onAnnounce: (text: string) => void }

function ChannelItem({ channel, onAnnounce }: Props) {
  const t = useTranslations('channels.item')
  const kinds = useTranslations('channels.kinds')
  const say = useServerWords()
  const { name, kind, enabled, notices, missing, lastError, lastErrorMessage } = channel
  const change = useChannelChange((patch: ChannelPatch) =>
    fetchApi('PATCH /api/channels/{id}', { params: { id: channel.id }, body: patch }),
  )
  return (
    <ListItem>
      <article aria-label={name} className="flex flex-col gap-2">
        <p className="wrap-anywhere">
          <span className="font-semibold">
            <VisibleText isLine>{name}</VisibleText>
          </span>
          <span className="text-quiet">
            {' '}
            · {kinds(kind)} · <Place channel={channel} />
          </span>
        </p>
        <Headers channel={channel} />
        {missing.length > 0 && <Alert>{t('missing', { names: missing.join(', ') })}</Alert>}
        {lastError !== undefined && (
          <p className="text-quiet text-small wrap-anywhere">
            <VisibleText>{t('lastError', { error: say(lastErrorMessage, lastError) })}</VisibleText>
          </p>
        )}
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <Check
            checked={enabled}
            disabled={change.isPending}
            onChange={() => change.mutate({ enabled: !enabled })}
          >
            {t('enabled')}
          </Check>
          <Check
            checked={notices}
            disabled={change.isPending}
            onChange={() => change.mutate({ notices: !notices })}
          >
            {t('notices')}
          </Check>
        </p>
        {change.error && <ProblemAlert error={change.error} />}
        <ChannelButtons channel={channel} onAnnounce={onAnnounce} />
      </article>
    </ListItem>
  )
}

/** The headers that it sends beside its own, each with the variable that holds its value. */
function Headers({ channel: { headers = {} } }: { channel: Channel }) {
  const t = useTranslations('channels.item')
  const names = Object.entries(headers).map(([name, { fromEnv }]) => `${name} (${fromEnv})`)
  if (names.length === 0) return null
  return <p className="text-quiet text-small wrap-anywhere">{t('headers', { names: names.join(', ') })}</p>
}

/** Where it leads, as far as that is no secret. */
function Place({ channel: { url, host, port, to } }: { channel: Channel }) {
  const t = useTranslations('channels.item')
  if (typeof url === 'object') return t('fromEnv', { name: url.fromEnv })
  const place = url ?? `${(to ?? []).join(', ')} (${host}:${port})`
  return <VisibleText isLine>{t('to', { place })}</VisibleText>
}

function ChannelButtons({ channel: { id, name }, onAnnounce }: Props) {
  const t = useTranslations('channels.item')
  const [isRemoving, setIsRemoving] = useState(false)
  const test = useChannelChange(() => fetchApi('POST /api/channels/{id}/test', { params: { id } }))
  const sayTested = ({ ok }: { ok: boolean }): void => onAnnounce(t(ok ? 'arrived' : 'failed', { name }))
  const outcome = test.data && t(test.data.ok ? 'arrived' : 'failed', { name })
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Button
          off={test.isPending}
          aria-label={t('testChannel', { name })}
          onClick={() => test.mutate(undefined, { onSuccess: sayTested })}
        >
          {t('test')}
        </Button>
        <Button aria-label={t('removeChannel', { name })} onClick={() => setIsRemoving(true)}>
          {t('remove')}
        </Button>
        {outcome && <span className="text-quiet text-small">{outcome}</span>}
      </p>
      {test.error && <ProblemAlert error={test.error} />}
      {isRemoving && (
        <RemoveChannel id={id} name={name} onClose={() => setIsRemoving(false)} onAnnounce={onAnnounce} />
      )}
    </>
  )
}

type RemoveProps = { id: string; name: string; onClose: () => void; onAnnounce: (text: string) => void }

function RemoveChannel({ id, name, onClose, onAnnounce }: RemoveProps) {
  const t = useTranslations('channels.item')
  const removal = useChannelChange(
    () => fetchApi('DELETE /api/channels/{id}', { params: { id } }).catch(nullIfGone),
    () => onAnnounce(t('removed', { name })),
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

/** Changes channels, and refetches their list. */
function useChannelChange<Answer, Change = void>(
  change: (change: Change) => Promise<Answer>,
  onDone?: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    ...(onDone ? { onSuccess: onDone } : {}),
    onSettled: () => client.invalidateQueries({ queryKey: KEYS.channels }),
  })
}
