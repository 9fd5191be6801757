'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ItemList, ListItem } from '@/components/list/list-page'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { FIELD } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'

/** The hosts that requests may go to although they are not public. */
export function HostSettings() {
  const t = useTranslations('settings.internalHosts')
  const [announcement, setAnnouncement] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: KEYS.settings,
    queryFn: ({ signal }) => fetchApi('GET /api/settings', { signal }),
    staleTime: 2_000,
  })
  const change = useChangeHosts()
  const hosts = data?.internalHosts
  const set = (host: HostChange, text: string, onDone?: () => void): void =>
    change.mutate(host, {
      onSuccess: () => {
        setAnnouncement(text)
        onDone?.()
      },
    })
  return (
    <section aria-labelledby="internal-hosts" className="flex flex-col gap-3">
      <h2 id="internal-hosts" className="font-semibold">
        {t('heading')}
      </h2>
      <p className="text-quiet">{t('intro')}</p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ItemList
        list={{ items: hosts, error, again: () => void refetch() }}
        label={t('heading')}
        none={t('none')}
      >
        {host => (
          <ListItem key={host}>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="min-w-0 flex-1 wrap-anywhere font-mono">
                <VisibleText isLine>{host}</VisibleText>
              </p>
              <Button
                off={change.isPending}
                aria-label={t('removeHost', { host })}
                onClick={() => set({ host, isAllowed: false }, t('removed', { host }))}
              >
                {t('remove')}
              </Button>
            </div>
          </ListItem>
        )}
      </ItemList>
      {change.error && <ProblemAlert error={change.error} />}
      <HostForm
        off={hosts === undefined || change.isPending}
        onAdd={(host, onDone) => set({ host, isAllowed: true }, t('added', { host }), onDone)}
      />
    </section>
  )
}

type FormProps = { off: boolean; onAdd: (host: string, onDone: () => void) => void }

function HostForm({ off, onAdd }: FormProps) {
  const t = useTranslations('settings.internalHosts')
  const hint = useId()
  const [host, setHost] = useState('')
  const isEmpty = host.trim() === ''
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (!isEmpty && !off) onAdd(host.trim(), () => setHost(''))
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={send}>
      <label className="flex flex-col gap-0.5 text-quiet text-small">
        {t('host')}
        <input
          className={`${FIELD} min-h-11 text-[1rem]/6`}
          maxLength={300}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={hint}
          value={host}
          onChange={event => setHost(event.target.value)}
        />
      </label>
      <p id={hint} className="text-quiet text-small">
        {t('hint')}
      </p>
      <p>
        <Button type="submit" off={isEmpty || off}>
          {t('add')}
        </Button>
      </p>
    </form>
  )
}

type HostChange = { host: string; isAllowed: boolean }

/** One host at a time: of the others holds what is stored by now, not what this page knows of them. */
function useChangeHosts() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ host, isAllowed }: HostChange) => {
      const { internalHosts } = await fetchApi('GET /api/settings')
      const others = internalHosts.filter(other => other !== host)
      return fetchApi('PATCH /api/settings', {
        body: { internalHosts: isAllowed ? [...others, host] : others },
      })
    },
    onSuccess: settings => client.setQueryData(KEYS.settings, settings),
    onError: () => client.invalidateQueries({ queryKey: KEYS.settings }),
  })
}
