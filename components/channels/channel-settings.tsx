import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { announce, ItemList, ListItem, ListSection } from '@/components/list/list-page'
import { RemoveDialog } from '@/components/list/remove-dialog'
import { NumberSetting } from '@/components/settings/number-setting'
import { OwnerOnly, useMe } from '@/components/shell/me'
import { ProblemAlert } from '@/components/text/problem-text'
import { useServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Choice } from '@/components/ui/choice'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { itemsIn, useChange, useRead } from '@/lib/client/queries/use-api'
import type { Channel, ChannelPatch } from '@/lib/domain/channels/channel'
import { ChannelForm } from './channel-form'

/** Where messages of the agent and notices of what waits go. */
export function ChannelSettings() {
  const t = useTranslations('channels.section')
  const channels = useRead(KEYS.channels, 'GET /api/channels')
  return (
    <ListSection id="channels" heading={t('heading')} intro={t('intro')}>
      <ItemList list={itemsIn(channels)} label={t('heading')} none={t('none')}>
        {channel => <ChannelItem key={channel.id} channel={channel} />}
      </ItemList>
      <NumberSetting name="noticeAfterSeconds" max={86_400} />
      <ChannelForm />
    </ListSection>
  )
}

type Props = { channel: Channel }

function ChannelItem({ channel }: Props) {
  const t = useTranslations('channels.item')
  const kinds = useTranslations('channels.kinds')
  const say = useServerText()
  const { id, name, kind, missing, lastError, lastErrorMessage, headers = {} } = channel
  const isOwner = useMe().role === 'owner'
  const change = useChange(
    (body: ChannelPatch) => fetchApi('PATCH /api/channels/{id}', { params: { id }, body }),
    { refetches: [KEYS.channels] },
  )
  const names = Object.entries(headers).map(([header, { fromEnv }]) => `${header} (${fromEnv})`)
  return (
    <ListItem>
      <article aria-label={name} className="flex flex-col gap-2">
        <p className="wrap-anywhere">
          <span className="font-semibold">
            <VisibleText isLine>{name}</VisibleText>
          </span>
          <span className="text-quiet">
            {' '}
            · {kinds(kind)} · <Destination channel={channel} />
          </span>
        </p>
        {names.length > 0 && (
          <p className="text-quiet text-small wrap-anywhere">{t('headers', { names: names.join(', ') })}</p>
        )}
        {missing.length > 0 && <Alert>{t('missing', { names: missing.join(', ') })}</Alert>}
        {lastError !== undefined && (
          <p className="text-quiet text-small wrap-anywhere">
            <VisibleText>{t('lastError', { error: say(lastErrorMessage, lastError) })}</VisibleText>
          </p>
        )}
        <p className="flex flex-wrap gap-x-4">
          {(['enabled', 'notices'] as const).map(setting => (
            <Choice
              key={setting}
              checked={channel[setting]}
              disabled={change.isPending || !isOwner}
              onValue={isOn => change.mutate({ [setting]: isOn })}
            >
              {t(setting)}
            </Choice>
          ))}
        </p>
        <ProblemAlert error={change.error} />
        <OwnerOnly>
          <ChannelButtons channel={channel} />
        </OwnerOnly>
      </article>
    </ListItem>
  )
}

/** Where it leads, as far as that is no secret. */
function Destination({ channel: { url, host, port, to } }: { channel: Channel }) {
  const t = useTranslations('channels.item')
  if (typeof url === 'object') return t('fromEnv', { name: url.fromEnv })
  const destination = url ?? `${(to ?? []).join(', ')} (${host}:${port})`
  return <VisibleText isLine>{t('to', { place: destination })}</VisibleText>
}

function ChannelButtons({ channel: { id, name } }: Props) {
  const t = useTranslations('channels.item')
  const [isRemoving, setIsRemoving] = useState(false)
  const outcomeOf = ({ ok }: { ok: boolean }): string => t(ok ? 'arrived' : 'failed', { name })
  const test = useChange(() => fetchApi('POST /api/channels/{id}/test', { params: { id } }), {
    refetches: [KEYS.channels],
    announces: outcomeOf,
  })
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Button off={test.isPending} aria-label={t('testChannel', { name })} onClick={() => test.mutate()}>
          {t('test')}
        </Button>
        <Button aria-label={t('removeChannel', { name })} onClick={() => setIsRemoving(true)}>
          {t('remove')}
        </Button>
        {test.data && <span className="text-quiet text-small">{outcomeOf(test.data)}</span>}
      </p>
      <ProblemAlert error={test.error} />
      {isRemoving && (
        <RemoveDialog
          question={t('ask', { name })}
          outcome={t('gone')}
          verb={t('remove')}
          remove={() => fetchApi('DELETE /api/channels/{id}', { params: { id } })}
          refetches={[KEYS.channels]}
          onRemoved={() => announce(t('removed', { name }))}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </>
  )
}
