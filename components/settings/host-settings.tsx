import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { announce, ItemList, ListItem, ListSection } from '@/components/list/list-page'
import { OwnerOnly } from '@/components/shell/me'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import { OwnerForm } from './owner-form'

/** The hosts that requests may go to although they are not public. */
export function HostSettings() {
  const t = useTranslations('settings.internalHosts')
  const client = useQueryClient()
  const [host, setHost] = useState('')
  const { data, error, refetch } = useRead(KEYS.settings, 'GET /api/settings')
  // One host at a time: the others are those that are stored by now, not those that this page knows.
  const change = useChange(async ({ host, isAllowed }: { host: string; isAllowed: boolean }) => {
    const { internalHosts } = await fetchApi('GET /api/settings')
    const others = internalHosts.filter(other => other !== host)
    const body = { internalHosts: isAllowed ? [...others, host] : others }
    client.setQueryData(KEYS.settings, await fetchApi('PATCH /api/settings', { body }))
    announce(t(isAllowed ? 'added' : 'removed', { host }))
    if (isAllowed) setHost('')
  })
  return (
    <ListSection id="internal-hosts" heading={t('heading')} intro={t('intro')}>
      <ItemList
        list={{ items: data?.internalHosts, error, again: () => void refetch() }}
        label={t('heading')}
        none={t('none')}
      >
        {host => (
          <ListItem key={host}>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="min-w-0 flex-1 wrap-anywhere font-mono">
                <VisibleText isLine>{host}</VisibleText>
              </p>
              <OwnerOnly>
                <Button
                  off={change.isPending}
                  aria-label={t('removeHost', { host })}
                  onClick={() => change.mutate({ host, isAllowed: false })}
                >
                  {t('remove')}
                </Button>
              </OwnerOnly>
            </div>
          </ListItem>
        )}
      </ItemList>
      <OwnerForm
        verb={t('add')}
        off={data === undefined || change.isPending}
        error={change.error}
        onSend={() => change.mutate({ host: host.trim(), isAllowed: true })}
      >
        <Field isRequired label={t('host')} hint={t('hint')} value={host} onValue={setHost} />
      </OwnerForm>
    </ListSection>
  )
}
