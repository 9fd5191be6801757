'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ItemList, ListItem } from '@/components/list/list-page'
import { RemoveDialog } from '@/components/list/remove-dialog'
import { useServerWords } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import type { ProviderItem } from '@/lib/domain/contract/provider-operations'
import { ConnectButton } from './connect-button'
import { useProviderName } from './provider-fields'
import { useProviders, useRemoveKey } from './use-connect'

/** Which model answers, and where the key of each provider comes from. */
export function ModelSettings() {
  const t = useTranslations('models.section')
  const [announcement, setAnnouncement] = useState('')
  const { data, error, refetch } = useProviders()
  return (
    <section aria-labelledby="models" className="flex flex-col gap-3">
      <h2 id="models" className="font-semibold">
        {t('heading')}
      </h2>
      <p className="text-quiet">{t('intro')}</p>
      <Answering />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ItemList
        list={{ items: data?.items, error, again: () => void refetch() }}
        label={t('heading')}
        none={t('none')}
      >
        {provider => <ProviderRow key={provider.id} provider={provider} onAnnounce={setAnnouncement} />}
      </ItemList>
      <div className="flex flex-wrap items-center gap-3">
        <ConnectButton />
      </div>
    </section>
  )
}

function Answering() {
  const say = useServerWords()
  const t = useTranslations('models.section')
  const { data } = useQuery({
    queryKey: KEYS.models,
    queryFn: ({ signal }) => fetchApi('GET /api/models', { signal }),
    staleTime: 2_000,
  })
  const usual = data?.items.find(({ isDefault }) => isDefault)
  if (!usual) return null
  const { ready, title, id, unavailable = '' } = usual
  const words = ready
    ? t('answering', { title, id })
    : `${t('unready', { id })} ${say(usual.unavailableMessage, unavailable)}`
  return (
    <p className="wrap-anywhere">
      {id === 'scripted:demo' ? t('demo') : <VisibleText isLine>{words}</VisibleText>}
    </p>
  )
}

type Props = { provider: ProviderItem; onAnnounce: (text: string) => void }

function ProviderRow({ provider, onAnnounce }: Props) {
  const t = useTranslations('models.section')
  const [isRemoving, setIsRemoving] = useState(false)
  const name = useProviderName()(provider)
  const { keySource, baseUrl, baseUrlSource, usualUrl } = provider
  const isStored = keySource === 'file' || baseUrlSource === 'file'
  return (
    <ListItem>
      <article aria-label={name} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="font-semibold">{name}</p>
          <p className="text-quiet text-small">
            <KeySource provider={provider} />
            {baseUrl !== null && baseUrl !== usualUrl && (
              <>
                {' · '}
                <VisibleText isLine>{baseUrl}</VisibleText>
              </>
            )}
          </p>
        </div>
        {isStored && (
          <Button aria-label={t('removeOf', { name })} onClick={() => setIsRemoving(true)}>
            {t('remove')}
          </Button>
        )}
      </article>
      {isRemoving && (
        <RemoveKey
          provider={provider}
          name={name}
          onAnnounce={onAnnounce}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </ListItem>
  )
}

function KeySource({ provider }: { provider: ProviderItem }) {
  const t = useTranslations('models.section')
  const { keySource, needsKey, baseUrl, variables } = provider
  if (keySource === 'environment') return t('environment', { name: variables.key })
  if (keySource === 'file') return t('file')
  return t(needsKey ? 'noKey' : baseUrl === null ? 'noAddress' : 'keyless')
}

type RemoveProps = Props & { name: string; onClose: () => void }

function RemoveKey({ provider, name, onAnnounce, onClose }: RemoveProps) {
  const t = useTranslations('models.section')
  const removal = useRemoveKey(provider.id, () => {
    onAnnounce(t('removed', { name }))
    onClose()
  })
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
