import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { announce, ItemList, ListItem, ListSection } from '@/components/list/list-page'
import { RemoveDialog } from '@/components/list/remove-dialog'
import { OwnerOnly } from '@/components/shell/me'
import { useServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { itemsIn, useRead } from '@/lib/client/queries/use-api'
import type { ProviderItem } from '@/lib/domain/contract/provider-operations'
import { ConnectButton } from './connect-button'
import { ModelFields, TimeoutFields } from './model-fields'
import { useProviderName } from './provider-fields'
import { MODEL_KEYS } from './use-connect'

/** Which model answers, and where the key of each provider comes from. */
export function ModelSettings() {
  const t = useTranslations('models.section')
  const providers = useRead(KEYS.providers, 'GET /api/providers')
  return (
    <ListSection id="models" heading={t('heading')} intro={t('intro')}>
      <Answering />
      <ItemList list={itemsIn(providers)} label={t('heading')} none={t('none')}>
        {provider => <ProviderRow key={provider.id} provider={provider} />}
      </ItemList>
      <div>
        <ConnectButton />
      </div>
      <OwnerOnly>
        <ModelFields />
      </OwnerOnly>
    </ListSection>
  )
}

function Answering() {
  const say = useServerText()
  const t = useTranslations('models.section')
  const { data } = useRead(KEYS.models, 'GET /api/models')
  const model = data?.items.find(({ isDefault }) => isDefault)
  if (!model) return null
  const { ready, title, id, unavailable = '', unavailableMessage } = model
  const words = ready
    ? t('answering', { title, id })
    : `${t('unready', { id })} ${say(unavailableMessage, unavailable)}`
  return (
    <p className="wrap-anywhere">
      {id === 'scripted:demo' ? t('demo') : <VisibleText isLine>{words}</VisibleText>}
    </p>
  )
}

function ProviderRow({ provider }: { provider: ProviderItem }) {
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
          <OwnerOnly>
            <Button aria-label={t('removeOf', { name })} onClick={() => setIsRemoving(true)}>
              {t('remove')}
            </Button>
          </OwnerOnly>
        )}
      </article>
      <OwnerOnly>{provider.usable && <TimeoutFields id={provider.id} name={name} />}</OwnerOnly>
      {isRemoving && (
        <RemoveDialog
          question={t('ask', { name })}
          outcome={t('gone')}
          verb={t('remove')}
          remove={() =>
            fetchApi('DELETE /api/providers/{provider}/key', { params: { provider: provider.id } })
          }
          refetches={MODEL_KEYS}
          onRemoved={() => announce(t('removed', { name }))}
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
