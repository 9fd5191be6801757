'use client'

import Link from 'next/link'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListItem } from '@/components/list/list-page'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { fetchApi, nullIfGone } from '@/lib/client/api/fetch-api'
import type { Memory } from '@/lib/domain/memory/memory'
import { MemoryForm, type MemoryText, toMemory, useMemoryChange } from './memory-form'

type Props = { memory: Memory; onAnnounce: (text: string) => void }

/** One memory, with where it came from and where it was recalled. */
export function MemoryItem({ memory, onAnnounce }: Props) {
  const t = useTranslations('memory.item')
  const [open, setOpen] = useState<'edit' | 'forget' | null>(null)
  const { mutate, isPending, error, reset } = useMemoryChange(
    (text: MemoryText) =>
      fetchApi('PATCH /api/memories/{id}', { params: { id: memory.id }, body: toMemory(text) }),
    () => {
      setOpen(null)
      onAnnounce(t('changed'))
    },
  )
  const close = (): void => {
    reset()
    setOpen(null)
  }
  if (open === 'edit')
    return (
      <ListItem>
        <MemoryForm
          initial={{ text: memory.text, tags: memory.tags.join(', ') }}
          verb={t('save')}
          {...{ isPending, error }}
          onSend={mutate}
        >
          <Button onClick={close}>{t('cancel')}</Button>
        </MemoryForm>
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
              <li key={tag} className="rounded-base border border-hairline px-2 wrap-anywhere">
                <VisibleText isLine>{tag}</VisibleText>
              </li>
            ))}
          </ul>
        )}
        <MemoryOrigin memory={memory} />
        {open === 'forget' ? (
          <ForgetMemory {...{ memory, onAnnounce }} onKeep={close} />
        ) : (
          <p className="flex gap-2">
            <Button look="quiet" onClick={() => setOpen('edit')}>
              {t('edit')}
            </Button>
            <Button look="quiet" onClick={() => setOpen('forget')}>
              {t('delete')}
            </Button>
          </p>
        )}
      </article>
    </ListItem>
  )
}

type ForgetProps = { memory: Memory; onKeep: () => void; onAnnounce: (text: string) => void }

function ForgetMemory({ memory, onKeep, onAnnounce }: ForgetProps) {
  const t = useTranslations('memory.forget')
  const question = useRef<HTMLDivElement>(null)
  const { mutate, isPending, error } = useMemoryChange(
    () => fetchApi('DELETE /api/memories/{id}', { params: { id: memory.id } }).catch(nullIfGone),
    () => onAnnounce(t('done')),
  )
  useEffect(() => question.current?.querySelector('button')?.focus(), [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a question and its answers are not fields of a form
    <div ref={question} role="group" aria-label={t('ask')} className="flex flex-col gap-2">
      <p>{t('ask')}</p>
      {error && <ProblemAlert error={error} />}
      <p className="flex flex-wrap gap-2">
        <Button onClick={onKeep}>{t('keep')}</Button>
        <Button look="main" off={isPending} onClick={() => mutate(undefined)}>
          {t('delete')}
        </Button>
      </p>
    </div>
  )
}

function MemoryOrigin({ memory }: { memory: Memory }) {
  const t = useTranslations('memory.origin')
  const { source, createdAt, uses, usedIn } = memory
  return (
    <div className="text-quiet text-small">
      <p>
        {source.kind === 'person' && t('person')}
        {source.kind === 'call' && (source.title === undefined ? t('gone') : t('call'))}{' '}
        {source.sessionId && source.title !== undefined && (
          <SessionLink id={source.sessionId} title={source.title} />
        )}{' '}
        · <Clock at={createdAt} />
      </p>
      <p>
        {t('uses', { count: uses })}
        {usedIn.map(({ sessionId, title, seq, at }) => (
          <span key={`${sessionId} ${seq}`}>
            {' '}
            · <SessionLink id={sessionId} title={title} /> <Clock at={at} />
          </span>
        ))}
      </p>
    </div>
  )
}

const SessionLink = ({ id, title }: { id: string; title: string }) => (
  <Link href={`/sessions/${id}`} prefetch={false} className="underline wrap-anywhere">
    <VisibleText isLine>{title}</VisibleText>
  </Link>
)
