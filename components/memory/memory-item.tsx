import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { announce, ListItem } from '@/components/list/list-page'
import { RemoveDialog } from '@/components/list/remove-dialog'
import { Verbs } from '@/components/list/verbs'
import { VisibleText } from '@/components/text/visible-text'
import { Clock } from '@/components/ui/clock'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import type { Memory } from '@/lib/domain/memory/memory'
import { MemoryForm } from './memory-form'

type Props = {
  memory: Memory
  /** Searches for a tag. */
  onTag: (tag: string) => void
}

/** One memory, with where it came from and where it was recalled. */
export function MemoryItem({ memory, onTag }: Props) {
  const t = useTranslations('memory.item')
  const [open, setOpen] = useState<'edit' | 'forget' | null>(null)
  const close = (): void => setOpen(null)
  if (open === 'edit')
    return (
      <ListItem>
        <MemoryForm memory={memory} onSaved={close} onClose={close} />
      </ListItem>
    )
  return (
    <ListItem>
      <article aria-label={memory.text.slice(0, 80)} className="flex flex-col gap-1">
        <p className="whitespace-pre-wrap wrap-anywhere">
          <VisibleText isProse>{memory.text}</VisibleText>
        </p>
        {memory.tags.length > 0 && (
          <ul aria-label={t('tags')} className="flex flex-wrap gap-x-2 gap-y-1 text-small">
            {memory.tags.map(tag => (
              <li key={tag} className="min-w-0">
                <button type="button" className={TAG} onClick={() => onTag(tag)}>
                  <VisibleText isLine>{tag}</VisibleText>
                </button>
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <MemoryOrigin memory={memory} />
          <Verbs
            verbs={[
              [t('edit'), () => setOpen('edit')],
              [t('delete'), () => setOpen('forget')],
            ]}
          />
        </div>
        {open === 'forget' && (
          <RemoveDialog
            question={t('ask')}
            outcome={t('outcome')}
            verb={t('deleteIt')}
            remove={() => fetchApi('DELETE /api/memories/{id}', { params: { id: memory.id } })}
            refetches={[KEYS.allMemories]}
            onRemoved={() => announce(t('deleted'))}
            onClose={close}
          />
        )}
      </article>
    </ListItem>
  )
}

const TAG =
  'cursor-pointer rounded-base border border-hairline px-2 text-left wrap-anywhere hover:border-field touch:min-h-11'

function MemoryOrigin({ memory }: { memory: Memory }) {
  const t = useTranslations('memory.origin')
  const { source, createdAt, uses, usedIn } = memory
  return (
    <div className="min-w-0 flex-1 basis-60 text-quiet text-small">
      <span>
        {source.kind === 'person' && t('person')}
        {source.kind === 'call' && (source.title === undefined ? t('gone') : t('call'))}{' '}
        {source.sessionId && source.title !== undefined && (
          <SessionLink id={source.sessionId} title={source.title} />
        )}{' '}
        · <Clock at={createdAt} />
      </span>
      {' · '}
      <span>
        {t('uses', { count: uses })}
        {usedIn.map(({ sessionId, title, seq, at }) => (
          <span key={`${sessionId} ${seq}`}>
            {' '}
            · <SessionLink id={sessionId} title={title} /> <Clock at={at} />
          </span>
        ))}
      </span>
    </div>
  )
}

const SessionLink = ({ id, title }: { id: string; title: string }) => (
  <Link href={`/sessions/${id}`} prefetch={false} className="underline wrap-anywhere">
    <VisibleText isLine>{title}</VisibleText>
  </Link>
)
