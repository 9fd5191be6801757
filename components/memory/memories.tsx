'use client'

import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Announcement, ItemList, ListPage } from '@/components/list/list-page'
import { SearchField } from '@/components/list/search-field'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useList } from '@/lib/client/queries/use-list'
import { searchTerms } from '@/lib/text/search-terms'
import { MemoryForm } from './memory-form'
import { MemoryItem } from './memory-item'

/** What agents remember in all sessions: to be searched, corrected and forgotten. */
export function Memories() {
  const t = useTranslations('memory.memories')
  const [q, setQ] = useState('')
  const [tag, setTag] = useState<string | null>(null)
  const [announcement, setNews] = useState('')
  const list = useMemories(useDeferredValue(q), tag)
  const isAll = q.trim() === '' && tag === null
  return (
    <ListPage heading={t('heading')}>
      <div className="flex flex-col gap-2">
        <p className="text-quiet text-small">{t('intro')}</p>
        <search>
          <SearchField label={t('search')} value={q} onValue={setQ} />
        </search>
      </div>
      <Announcement text={announcement} />
      <div className="flex flex-col gap-3">
        <AddMemory onAnnounce={setNews} />
        <ItemList
          list={list}
          label={t('label')}
          none={t(isAll ? 'nothing' : 'none')}
          status={
            tag !== null && (
              <p className="flex flex-wrap items-center gap-x-2 pt-3 text-small">
                <span className="wrap-anywhere">
                  {t('tag')}{' '}
                  <b>
                    <VisibleText isLine>{tag}</VisibleText>
                  </b>
                </span>
                <Button variant="quiet" onClick={() => setTag(null)}>
                  {t('allTags')}
                </Button>
              </p>
            )
          }
        >
          {memory => (
            <MemoryItem key={memory.id} memory={memory} tag={tag} onTag={setTag} onAnnounce={setNews} />
          )}
        </ItemList>
      </div>
    </ListPage>
  )
}

/** With each memory that was added the form begins anew. */
function AddMemory({ onAnnounce }: { onAnnounce: (announcement: string) => void }) {
  const t = useTranslations('memory.memories')
  const [count, setCount] = useState(0)
  const saved = (announcement: string): void => {
    setCount(count + 1)
    onAnnounce(announcement)
  }
  return (
    <section aria-label={t('add')}>
      <MemoryForm key={count} onSaved={saved} />
    </section>
  )
}

/** A tag is looked for by its words, and of what has them only that counts which has it as a tag. */
function useMemories(q: string, tag: string | null) {
  const phrase = tag === null || searchTerms(tag).length === 0 ? '' : `"${tag.replaceAll('"', ' ')}"`
  const words = `${q} ${phrase}`.trim()
  const { items, ...list } = useList(KEYS.memories(words), {
    read: (cursor, signal) => fetchApi('GET /api/memories', { query: { q: words, cursor }, signal }),
    placeholderData: keepPreviousData,
  })
  return { ...list, items: tag === null ? items : items?.filter(({ tags }) => tags.includes(tag)) }
}
