'use client'

import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FoundList } from '@/components/list/found-list'
import { ListPage } from '@/components/list/list-page'
import { SearchField } from '@/components/list/search-field'
import { useMemories } from '@/lib/client/memories-query'
import { AddMemory } from './add-memory'
import { MemoryItem } from './memory-item'

/** Everything that is kept in mind for all sessions: to be found, corrected and forgotten. */
export function Memories() {
  const t = useTranslations('memory.memories')
  const [q, setQ] = useState('')
  const [said, setSaid] = useState('')
  return (
    <ListPage heading={t('heading')}>
      <p className="text-quiet">{t('about')}</p>
      <AddMemory onSaid={setSaid} />
      <search>
        <SearchField label={t('search')} value={q} onValue={setQ} />
      </search>
      <p role="status" className="sr-only">
        {said}
      </p>
      <FoundMemories q={useDeferredValue(q)} onSaid={setSaid} />
    </ListPage>
  )
}

function FoundMemories({ q, onSaid }: { q: string; onSaid: (said: string) => void }) {
  const t = useTranslations('memory.found')
  return (
    <FoundList found={useMemories(q)} label={t('list')} none={t(q.trim() === '' ? 'nothing' : 'none')}>
      {memory => <MemoryItem key={memory.id} {...{ memory, onSaid }} />}
    </FoundList>
  )
}
