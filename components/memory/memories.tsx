'use client'

import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Announcement, ItemList, ListPage } from '@/components/list/list-page'
import { SearchField } from '@/components/list/search-field'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useList } from '@/lib/client/queries/use-list'
import { MemoryForm } from './memory-form'
import { MemoryItem } from './memory-item'

/** What agents remember in all sessions: to be searched, corrected and forgotten. */
export function Memories() {
  const t = useTranslations('memory.memories')
  const [q, setQ] = useState('')
  const words = useDeferredValue(q)
  // With each memory that was added the form begins anew.
  const [count, setCount] = useState(0)
  const list = useList(KEYS.memories(words), {
    read: (cursor, signal) => fetchApi('GET /api/memories', { query: { q: words, cursor }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage heading={t('heading')}>
      <div className="flex flex-col gap-2">
        <p className="text-quiet text-small">{t('intro')}</p>
        <search>
          <SearchField label={t('search')} value={q} onValue={setQ} />
        </search>
      </div>
      <Announcement />
      <div className="flex flex-col gap-3">
        <section aria-label={t('add')}>
          <MemoryForm key={count} onSaved={() => setCount(count + 1)} />
        </section>
        <ItemList list={list} label={t('label')} none={t(q.trim() === '' ? 'nothing' : 'none')}>
          {memory => <MemoryItem key={memory.id} memory={memory} onTag={setQ} />}
        </ItemList>
      </div>
    </ListPage>
  )
}
