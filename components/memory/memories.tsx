'use client'

import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ItemList, ListPage } from '@/components/list/list-page'
import { SearchField } from '@/components/list/search-field'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { fetchApi, newKey } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useList } from '@/lib/client/queries/use-list'
import { searchTerms } from '@/lib/text/search-terms'
import { MemoryForm, type MemoryText, toMemory, useMemoryChange } from './memory-form'
import { MemoryItem } from './memory-item'

/** What agents remember in all sessions: to be searched, corrected and forgotten. */
export function Memories() {
  const t = useTranslations('memory.memories')
  const [q, setQ] = useState('')
  const [tag, setTag] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  return (
    <ListPage heading={t('heading')}>
      <div className="flex flex-col gap-2">
        <p className="text-quiet text-small">{t('intro')}</p>
        <search>
          <SearchField label={t('search')} value={q} onValue={setQ} />
        </search>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="flex flex-col gap-3">
        <AddMemory onAnnounce={setAnnouncement} />
        <MemoryList tag={tag} q={useDeferredValue(q)} onTag={setTag} onAnnounce={setAnnouncement} />
      </div>
    </ListPage>
  )
}

type ListProps = {
  q: string
  /** The tag that all of them are to have. */
  tag: string | null
  onTag: (tag: string | null) => void
  onAnnounce: (text: string) => void
}

function MemoryList({ q, tag, onTag, onAnnounce }: ListProps) {
  const t = useTranslations('memory.list')
  const isAll = q.trim() === '' && tag === null
  return (
    <ItemList
      list={useMemories(q, tag)}
      label={t('label')}
      none={t(isAll ? 'nothing' : 'none')}
      status={
        tag !== null && (
          <p className="flex flex-wrap items-center gap-x-2 pt-3 text-small">
            <span className="wrap-anywhere">
              {t.rich('tag', {
                tag: () => (
                  <b key="tag">
                    <VisibleText isLine>{tag}</VisibleText>
                  </b>
                ),
              })}
            </span>
            <Button look="quiet" onClick={() => onTag(null)}>
              {t('allTags')}
            </Button>
          </p>
        )
      }
    >
      {memory => (
        <MemoryItem key={memory.id} memory={memory} tag={tag} onTag={onTag} onAnnounce={onAnnounce} />
      )}
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
        isQuiet
        initial={{ text: '', tags: '' }}
        verb={t('keep')}
        isPending={isPending}
        error={error}
        onSend={mutate}
      />
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
    staleTime: 2_000,
  })
  return { ...list, items: tag === null ? items : items?.filter(({ tags }) => tags.includes(tag)) }
}
