'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { ChannelSettings } from '@/components/channels/channel-settings'
import {
  Announcement,
  announce,
  ItemList,
  ListItem,
  ListSection,
  PAGE_BODY,
  PageHead,
  PhoneSheet,
} from '@/components/list/list-page'
import { ModelSettings } from '@/components/models/model-settings'
import { useMe } from '@/components/shell/me'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { LIST_COLUMN } from '@/components/ui/further-looks'
import { fetchApi, nullIfGone } from '@/lib/client/api/fetch-api'
import { dropAllDrafts } from '@/lib/client/decisions/call-drafts'
import type { Theme } from '@/lib/client/page/theme'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import { useList } from '@/lib/client/queries/use-list'
import type { SignIn } from '@/lib/domain/contract/sign-in-operations'
import { Appearance } from './appearance'
import { HostSettings } from './host-settings'
import { NewSessionSettings } from './new-sessions'
import { NumberSetting } from './number-setting'
import { PeopleSettings } from './people'

/** `theme`, `drawsFigures`: what was chosen in this browser. */
export function SettingsView(appearance: { theme: Theme; drawsFigures: boolean }) {
  const t = useTranslations('settings.page')
  return (
    <>
      <PageHead heading={t('heading')} width="max-w-240" />
      <Announcement />
      <div className={`scroll-smooth ${PAGE_BODY}`}>
        <div className="mx-auto max-w-250 min-[64rem]:flex">
          <SettingsContents />
          {/* All at once, so that nothing moves while it loads. */}
          <div className={`has-data-loading:invisible ${LIST_COLUMN} ${SECTIONS}`}>
            <ModelSettings />
            <ChannelSettings />
            <NewSessionSettings />
            <ListSection id="runs" heading={t('runs')}>
              <NumberSetting name="maxRuns" max={10_000} />
            </ListSection>
            <PeopleSettings />
            <Appearance {...appearance} />
            <SignedInBrowsers />
            <HostSettings />
          </div>
        </div>
      </div>
    </>
  )
}

const SECTIONS =
  '[&_h2]:scroll-mt-6 [&>section+section]:border-hairline [&>section+section]:border-t [&>section+section]:pt-6'

/** In their order: sections of this page, and pages of their own. */
const CONTENTS = {
  models: '#models',
  policy: '/policy',
  channels: '#channels',
  'new-sessions': '#new-sessions',
  runs: '#runs',
  tools: '/tools',
  people: '#people',
  appearance: '#appearance',
  'signed-in-browsers': '#signed-in-browsers',
  advanced: '#internal-hosts',
} as const

/** What can be set, and where the settings of a session are. */
function SettingsContents() {
  const t = useTranslations('settings.contents')
  return (
    <div className="flex flex-none flex-col gap-3 px-5 pt-6 text-small min-[64rem]:sticky min-[64rem]:top-0 min-[64rem]:w-52 min-[64rem]:self-start min-[64rem]:pr-0">
      <nav aria-label={t('name')}>
        <PhoneSheet name={t('sections')} icon="settings" className="phone:flex-wrap min-[64rem]:flex-col">
          {(Object.keys(CONTENTS) as (keyof typeof CONTENTS)[]).map(id => (
            <Link
              key={id}
              href={CONTENTS[id]}
              prefetch={false}
              onClick={event => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
              className="-mx-2 flex min-h-8 items-center rounded-base px-2 hover:bg-hover touch:min-h-11 touch:min-w-11"
            >
              {t(id)}
            </Link>
          ))}
        </PhoneSheet>
      </nav>
      <p className="text-quiet">{t('perSession')}</p>
      {useMe().role !== 'owner' && <p className="text-quiet">{t('owners')}</p>}
    </div>
  )
}

function SignedInBrowsers() {
  const t = useTranslations('settings.browsers')
  const signIns = useList(KEYS.signIns, {
    read: (cursor, signal) => fetchApi('GET /api/sign-ins', { query: { cursor }, signal }),
  })
  const { mutate, isPending, error } = useChange(() => fetchApi('DELETE /api/sign-ins'), { onDone: leave })
  return (
    <ListSection id="signed-in-browsers" heading={t('heading')} intro={t('intro')}>
      <ItemList list={signIns} label={t('heading')} none={t('none')}>
        {signIn => <SignedInBrowser key={signIn.id} signIn={signIn} />}
      </ItemList>
      <ProblemAlert error={error} />
      <p className="flex flex-wrap items-center gap-3">
        <Button off={isPending} aria-describedby="sign-out-everywhere" onClick={() => mutate()}>
          {t('signOutEverywhere')}
        </Button>
        <span id="sign-out-everywhere" className="text-quiet text-small">
          {t('everywhere')}
        </span>
      </p>
    </ListSection>
  )
}

function SignedInBrowser({ signIn }: { signIn: SignIn }) {
  const t = useTranslations('settings.browser')
  const { id, browser, system, createdAt, lastSeenAt, current } = signIn
  const name = t('name', { browser: browser ?? t('unknown'), system: system ?? 'none' })
  const { mutate, isPending, error } = useChange<unknown>(
    () =>
      current
        ? fetchApi('POST /api/sign-out')
        : fetchApi('DELETE /api/sign-ins/{id}', { params: { id } }).catch(nullIfGone),
    {
      refetches: current ? [] : [KEYS.signIns],
      onDone: () => (current ? leave() : announce(t('signedOut', { name }))),
    },
  )
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
          <ProblemAlert error={error} />
        </div>
        <Button off={isPending} onClick={() => mutate()}>
          {t('signOut')}
        </Button>
      </article>
    </ListItem>
  )
}

/** Nothing of what was begun stays in a browser that is signed out, and its page starts again. */
function leave(): void {
  dropAllDrafts()
  window.location.reload()
}
