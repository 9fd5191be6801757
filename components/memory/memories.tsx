'use client'

import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ItemList, ListPage } from '@/components/list/list-page'
import { SearchField } from '@/components/list/search-field'
import { fetchApi, newKey } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useList } from '@/lib/client/queries/use-list'
import { MemoryForm, type MemoryText, toMemory, useMemoryChange } from './memory-form'
import { MemoryItem } from './memory-item'

/** What agents remember in all sessions: to be searched, corrected and forgotten. */
export function Memories() {
  const t = useTranslations('memory.memories')
  const [q, setQ] = useState('')
  const [announcement, setAnnouncement] = useState('')
  return (
    <ListPage heading={t('heading')}>
      <p className="text-quiet">{t('intro')}</p>
      <AddMemory onAnnounce={setAnnouncement} />
      <search>
        <SearchField label={t('search')} value={q} onValue={setQ} />
      </search>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <MemoryList q={useDeferredValue(q)} onAnnounce={setAnnouncement} />
    </ListPage>
  )
}

function MemoryList({ q, onAnnounce }: { q: string; onAnnounce: (text: string) => void }) {
  const t = useTranslations('memory.list')
  return (
    <ItemList list={useMemories(q)} label={t('label')} none={t(q.trim() === '' ? 'nothing' : 'none')}>
      {memory => <MemoryItem key={memory.id} {...{ memory, onAnnounce }} />}
    </ItemList>
  )
}

/** A memory that is sent twice is stored once. */
function AddMemory({ onAnnounce }: { onAnnounce: (text: string) => void }) {
  const t = useTranslations('memory.add')
  const [key, setKey] = useState(newKey)
  const { mutate, isPending, error } = useMemoryChange(
    (text: MemoryText) => fetchApi('POST /api/memories', { body: toMemory(text), key }),
    () => {
      setKey(newKey())
      onAnnounce(t('done'))
    },
  )
  return (
    <section aria-label={t('label')}>
      <MemoryForm
        key={key}
        initial={{ text: '', tags: '' }}
        verb={t('keep')}
        {...{ isPending, error }}
        onSend={mutate}
      />
    </section>
  )
}

const useMemories = (q: string) =>
  useList(KEYS.memories(q), {
    read: (cursor, signal) => fetchApi('GET /api/memories', { query: { q, cursor }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 2_000,
  })
