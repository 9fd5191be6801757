'use client'

import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PageHead } from '@/components/list/page-head'
import { ShowMore } from '@/components/list/show-more'
import { PageStatus } from '@/components/session/page-status'
import { Button } from '@/components/ui/button'
import { useWaitingSets } from '@/lib/client/pending-query'
import { useLiveState } from '@/lib/client/use-live-state'
import { useNow } from '@/lib/client/use-now'
import { useStill } from '@/lib/client/use-still'
import { useTitle } from '@/lib/client/use-title'
import type { WaitingPage } from '@/lib/client/waiting-set'
import type { SessionView } from '@/lib/domain/view'
import { InboxSet } from './inbox-set'
import { useInboxFocus } from './use-inbox-focus'
import { useInboxSets } from './use-inbox-sets'

type Props = { given: WaitingPage; views: SessionView[]; now: number }

/** Everything that waits for a person, in whichever session, oldest first, to be decided right here. */
export function Inbox({ given, views, now: sent }: Props) {
  const t = useTranslations('inbox.inbox')
  const list = useRef<HTMLDivElement>(null)
  const now = useNow(sent)
  const waiting = useWaitingSets(given)
  const { sets: latest, drop } = useInboxSets(waiting.items)
  const sets = useStill(latest, '[data-dock]')
  const ids = useMemo(() => sets.map(set => set.id), [sets])
  const inHand = useInboxFocus({ list, ids })
  const [news, setNews] = useState('')
  const tell = useCallback((said: string) => setNews(said), [])
  const count = waiting.items.length
  useTitle(t(count > 0 ? 'titleWaiting' : 'title', { count }))
  return (
    <>
      <PageHead heading={t('heading')}>
        {count > 0 && <p className="text-small text-quiet">{t('count', { count })}</p>}
      </PageHead>
      <div ref={list} className="inbox">
        <div className="column inbox-sets">
          {sets.map(set => (
            <InboxSet
              key={set.id}
              {...{ set, now }}
              given={views.find(({ session }) => session.id === set.sessionId)}
              isListed={waiting.items.some(({ id }) => id === set.id)}
              isInHand={set.id === inHand}
              onGone={drop}
              onNews={tell}
            />
          ))}
          {sets.length === 0 && <Nothing />}
          {waiting.error && (
            <p role="alert" className="alert flex flex-wrap items-center gap-3">
              {t('failed')}
              <Button onClick={waiting.again}>{t('again')}</Button>
            </p>
          )}
          <ShowMore more={waiting.more} isLoadingMore={waiting.isLoadingMore} />
        </div>
      </div>
      <PageStatus live={useLiveState()} news={news || t('news', { count })} />
    </>
  )
}

function Nothing() {
  const t = useTranslations('inbox.inbox')
  return (
    <div data-nothing tabIndex={-1} className="inbox-nothing">
      <p className="text-title">{t('nothing')}</p>
      <p className="text-quiet">{t('nothingMeans')}</p>
    </div>
  )
}
