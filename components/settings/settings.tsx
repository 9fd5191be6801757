'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChannelSettings } from '@/components/channels/channel-settings'
import { ItemList, ListItem, ListPage } from '@/components/list/list-page'
import { ModelSettings } from '@/components/models/model-settings'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { LINK } from '@/components/ui/further-looks'
import { fetchApi, nullIfGone } from '@/lib/client/api/fetch-api'
import { dropAllDrafts } from '@/lib/client/decisions/call-drafts'
import type { Theme } from '@/lib/client/page/theme'
import { KEYS } from '@/lib/client/queries/keys'
import { useList } from '@/lib/client/queries/use-list'
import type { SignIn } from '@/lib/domain/contract/sign-in-operations'
import { Appearance } from './appearance'
import { HostSettings } from './host-settings'

/** What was chosen in this browser. */
type Looks = { theme: Theme; drawsFigures: boolean }

export function SettingsView({ theme, drawsFigures }: Looks) {
  const t = useTranslations('settings.page')
  return (
    <ListPage heading={t('heading')}>
      <SettingsContents />
      <ModelSettings />
      <hr className="border-hairline" />
      <ChannelSettings />
      <hr className="border-hairline" />
      <SignedInBrowsers />
      <hr className="border-hairline" />
      <Appearance theme={theme} drawsFigures={drawsFigures} />
      <hr className="border-hairline" />
      <details>
        <summary className="cursor-pointer font-semibold touch:py-2.5">{t('advanced')}</summary>
        <div className="pt-3">
          <HostSettings />
        </div>
      </details>
    </ListPage>
  )
}

/** The sections by their ids, in their order. */
const CONTENTS = ['models', 'channels', 'signed-in-browsers', 'appearance'] as const

/** What there is on the page, and where the settings of a session are. */
function SettingsContents() {
  const t = useTranslations('settings.contents')
  return (
    <div className="flex flex-col gap-1 text-small">
      <nav aria-label={t('name')} className="flex flex-wrap gap-x-4">
        {CONTENTS.map(id => (
          <a
            key={id}
            href={`#${id}`}
            className={`inline-flex items-center touch:min-h-11 touch:min-w-11 ${LINK}`}
          >
            {t(id)}
          </a>
        ))}
      </nav>
      <p className="text-quiet">{t('perSession')}</p>
    </div>
  )
}

function SignedInBrowsers() {
  const t = useTranslations('settings.browsers')
  const [announcement, setAnnouncement] = useState('')
  const { mutate, isPending, error } = useSignOutEverywhere()
  return (
    <section aria-labelledby="signed-in-browsers" className="flex flex-col gap-3">
      <h2 id="signed-in-browsers" className="font-semibold">
        {t('heading')}
      </h2>
      <p className="text-quiet">{t('intro')}</p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ItemList list={useSignIns()} label={t('heading')} none={t('none')}>
        {signIn => <SignedInBrowser key={signIn.id} signIn={signIn} onAnnounce={setAnnouncement} />}
      </ItemList>
      {error && <ProblemAlert error={error} />}
      <p className="flex flex-wrap items-center gap-3">
        <Button off={isPending} aria-describedby="sign-out-everywhere" onClick={() => mutate()}>
          {t('signOutEverywhere')}
        </Button>
        <span id="sign-out-everywhere" className="text-quiet text-small">
          {t('everywhere')}
        </span>
      </p>
    </section>
  )
}

type Props = { signIn: SignIn; onAnnounce: (text: string) => void }

function SignedInBrowser({ signIn, onAnnounce }: Props) {
  const t = useTranslations('settings.browser')
  const { browser, system, userAgent, createdAt, lastSeenAt, current } = signIn
  const name = t('name', { browser: browser ?? t('unknown'), system: system ?? 'none' })
  const { mutate, isPending, error } = useSignOut(signIn, () => onAnnounce(t('signedOut', { name })))
  return (
    <ListItem>
      <article aria-label={name} className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">
            {name}
            {current && <span className="text-quiet"> · {t('current')}</span>}
          </p>
          <p className="text-quiet text-small">
            {t.rich('times', {
              created: () => <Clock at={createdAt} />,
              seen: () => <Clock at={lastSeenAt} />,
            })}
          </p>
          {userAgent !== undefined && (
            <p className="text-quiet text-small wrap-anywhere">
              <VisibleText isLine>{userAgent}</VisibleText>
            </p>
          )}
          {error && <ProblemAlert error={error} />}
        </div>
        <Button off={isPending} onClick={() => mutate()}>
          {t('signOut')}
        </Button>
      </article>
    </ListItem>
  )
}

const useSignIns = () =>
  useList(KEYS.signIns, {
    read: (cursor, signal) => fetchApi('GET /api/sign-ins', { query: { cursor }, signal }),
    staleTime: 2_000,
  })

/** Signs a browser out; if it is this one, the page starts again without a sign-in. */
function useSignOut({ id, current }: SignIn, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      current
        ? fetchApi('POST /api/sign-out')
        : fetchApi('DELETE /api/sign-ins/{id}', { params: { id } }).catch(nullIfGone),
    onSuccess: async () => {
      if (current) return leave()
      onDone()
      await client.invalidateQueries({ queryKey: KEYS.signIns })
    },
  })
}

/** Nothing of what was begun stays in a browser that is signed out. */
function leave(): void {
  dropAllDrafts()
  window.location.reload()
}

const useSignOutEverywhere = () =>
  useMutation({
    mutationFn: () => fetchApi('DELETE /api/sign-ins'),
    onSuccess: leave,
  })
