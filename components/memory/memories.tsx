'use client'

import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { MenuButton } from '@/components/ui/menu-button'
import { useMemories } from '@/lib/client/memories-query'
import { AddMemory } from './add-memory'
import { MemoryItem } from './memory-item'

/** Everything that is kept in mind for all sessions: to be found, corrected and forgotten. */
export function Memories() {
  const t = useTranslations('memory.memories')
  const [q, setQ] = useState('')
  const [said, setSaid] = useState('')
  return (
    <>
      <header className="page-head">
        <MenuButton target="sessions">{t('sessions')}</MenuButton>
        <h1 className="font-semibold text-title">{t('heading')}</h1>
      </header>
      <div className="history">
        <div className="column history-column">
          <p className="text-quiet">{t('about')}</p>
          <AddMemory onSaid={setSaid} />
          <search>
            <input
              type="search"
              aria-label={t('search')}
              placeholder={t('search')}
              className="field history-field"
              maxLength={1000}
              value={q}
              onChange={event => setQ(event.target.value)}
            />
          </search>
          <p role="status" className="sr-only">
            {said}
          </p>
          <Found q={useDeferredValue(q)} onSaid={setSaid} />
        </div>
      </div>
    </>
  )
}

function Found({ q, onSaid }: { q: string; onSaid: (said: string) => void }) {
  const t = useTranslations('memory.found')
  const { items, error, isLate, more, isLoadingMore, again } = useMemories(q)
  return (
    <div aria-busy={isLate || undefined} className="found-things">
      {!items && !error && <p className="text-quiet">{t('looking')}</p>}
      {error && (
        <p role="alert" className="alert flex flex-wrap items-center gap-3">
          <ProblemText error={error} />
          <Button onClick={again}>{t('again')}</Button>
        </p>
      )}
      {items?.length === 0 && <p className="found-none">{t(q.trim() === '' ? 'nothing' : 'none')}</p>}
      {items && items.length > 0 && (
        <ol aria-label={t('list')}>
          {items.map(memory => (
            <MemoryItem key={memory.id} {...{ memory, onSaid }} />
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
