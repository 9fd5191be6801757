import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListItem } from '@/components/list/list-page'
import { RemoveDialog } from '@/components/list/remove-dialog'
import { Verbs } from '@/components/list/verbs'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import type { Memory } from '@/lib/domain/memory/memory'
import { MemoryForm, type MemoryText, toMemory } from './memory-form'

type Props = {
  memory: Memory
  /** The tag that the list is filtered by. */
  tag: string | null
  onTag: (tag: string | null) => void
  onAnnounce: (text: string) => void
}

/** One memory, with where it came from and where it was recalled. */
export function MemoryItem({ memory, tag, onTag, onAnnounce }: Props) {
  const t = useTranslations('memory.item')
  const [open, setOpen] = useState<'edit' | 'forget' | null>(null)
  const params = { id: memory.id }
  const { mutate, isPending, error, reset } = useChange(
    (text: MemoryText) => fetchApi('PATCH /api/memories/{id}', { params, body: toMemory(text) }),
    {
      refetches: [KEYS.allMemories],
      onDone: () => {
        setOpen(null)
        onAnnounce(t('changed'))
      },
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
          isPending={isPending}
          error={error}
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
        {memory.tags.length > 0 && <MemoryTags tags={memory.tags} tag={tag} onTag={onTag} />}
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
            remove={() => fetchApi('DELETE /api/memories/{id}', { params })}
            refetches={[KEYS.allMemories]}
            onRemoved={() => onAnnounce(t('deleted'))}
            onClose={close}
          />
        )}
      </article>
    </ListItem>
  )
}

type TagsProps = { tags: string[] } & Pick<Props, 'tag' | 'onTag'>

const TAG = 'cursor-pointer rounded-base border px-2 text-left wrap-anywhere touch:min-h-11'

/** Each shows only what has it, or everything again. */
function MemoryTags({ tags, tag, onTag }: TagsProps) {
  const t = useTranslations('memory.item')
  return (
    <ul aria-label={t('tags')} className="flex flex-wrap gap-x-2 gap-y-1 text-small">
      {tags.map(name => (
        <li key={name} className="min-w-0">
          <button
            type="button"
            className={`${TAG} ${name === tag ? 'border-ink' : 'border-hairline hover:border-field'}`}
            aria-pressed={name === tag}
            onClick={() => onTag(name === tag ? null : name)}
          >
            <VisibleText isLine>{name}</VisibleText>
          </button>
        </li>
      ))}
    </ul>
  )
}

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
