'use client'

import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FoundList } from '@/components/list/found-list'
import { ListPage } from '@/components/list/list-page'
import { SearchField } from '@/components/list/search-field'
import { type HistoryAsked, historyAddress, historyAsked } from '@/lib/client/history-asked'
import { useSearch } from '@/lib/client/search-query'
import type { SearchItem } from '@/lib/domain/search'
import { HistoryFilters } from './history-filters'
import { HistoryItem } from './history-item'

type Props = { address: string; tools: string[] }

/** Everything that was said, called, answered and decided, in all sessions, to be found again. */
export function History({ address, tools }: Props) {
  const t = useTranslations('history.history')
  const [asked, setAsked] = useState(() => historyAsked(new URLSearchParams(address)))
  useAddress(asked)
  return (
    <ListPage heading={t('heading')}>
      <search className="flex flex-col gap-3">
        <SearchField label={t('search')} value={asked.q} onValue={q => setAsked({ ...asked, q })} />
        <HistoryFilters {...{ asked, tools }} onAsk={setAsked} />
      </search>
      <FoundThings asked={useDeferredValue(asked)} />
    </ListPage>
  )
}

/** What is asked for stands in the address, so that it can be come back to and handed on. */
function useAddress(asked: HistoryAsked): void {
  const address = historyAddress(asked)
  useEffect(() => {
    const wanted = address === '' ? '/history' : `/history?${address}`
    if (window.location.pathname + window.location.search !== wanted)
      window.history.replaceState(null, '', wanted)
  }, [address])
}

function FoundThings({ asked }: { asked: HistoryAsked }) {
  const t = useTranslations('history.found')
  const tList = useTranslations('list.foundList')
  const { isAsked, ...found } = useSearch(asked)
  if (!isAsked) return <HowTo />
  const { items, error, more } = found
  return (
    <FoundList
      found={found}
      none={t('none')}
      status={
        <p role="status" className="text-small text-quiet">
          {items
            ? t('count', { count: items.length, isMore: more ? 'yes' : 'no' })
            : !error && tList('looking')}
        </p>
      }
    >
      {item => <HistoryItem key={keyOf(item)} item={item} />}
    </FoundList>
  )
}

const keyOf = ({ kind, sessionId, seq, callId = '' }: SearchItem): string =>
  [kind, sessionId, seq, callId].join(' ')

function HowTo() {
  const t = useTranslations('history.howTo')
  return (
    <div className="history-how">
      <p className="text-title">{t('what')}</p>
      <ul>
        {(['words', 'phrase', 'without', 'filters'] as const).map(way => (
          <li key={way}>{t.rich(way, { b: words => <b className="font-mono">{words}</b> })}</li>
        ))}
      </ul>
    </div>
  )
}
