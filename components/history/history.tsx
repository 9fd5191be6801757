'use client'

import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { MenuButton } from '@/components/ui/menu-button'
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
    <>
      <header className="page-head">
        <MenuButton target="sessions">{t('sessions')}</MenuButton>
        <h1 className="font-semibold text-title">{t('heading')}</h1>
      </header>
      <div className="history">
        <div className="column history-column">
          <search className="flex flex-col gap-3">
            <input
              type="search"
              aria-label={t('search')}
              placeholder={t('search')}
              className="field history-field"
              maxLength={1000}
              value={asked.q}
              onChange={event => setAsked({ ...asked, q: event.target.value })}
            />
            <HistoryFilters {...{ asked, tools }} onAsk={setAsked} />
          </search>
          <FoundThings asked={useDeferredValue(asked)} />
        </div>
      </div>
    </>
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
  const { isAsked, items, error, isLate, more, isLoadingMore, again } = useSearch(asked)
  if (!isAsked) return <HowTo />
  return (
    <div aria-busy={isLate || undefined} className="found-things">
      <p role="status" className="text-small text-quiet">
        {items ? t('count', { count: items.length, isMore: more ? 'yes' : 'no' }) : !error && t('looking')}
      </p>
      {error && (
        <p role="alert" className="alert flex flex-wrap items-center gap-3">
          <ProblemText error={error} />
          <Button onClick={again}>{t('again')}</Button>
        </p>
      )}
      {items?.length === 0 && <p className="found-none">{t('none')}</p>}
      {items && items.length > 0 && (
        <ol>
          {items.map(item => (
            <HistoryItem key={keyOf(item)} item={item} />
          ))}
        </ol>
      )}
      {more && (
        <p>
          <Button off={isLoadingMore} onClick={more}>
            {t('more')}
          </Button>
        </p>
      )}
    </div>
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
