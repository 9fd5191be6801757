'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import type { SessionView } from '@/lib/domain/session/view'

type Page<T> = { items: T[]; nextCursor: string | null }

type Props<T> = {
  name: string
  /** Changes with each new revision. */
  queryKey: readonly unknown[]
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>
  children: (revision: T) => ReactNode
}

const REVISION = 'flex flex-col gap-1 border-hairline border-b py-2 [&_del]:text-quiet [&_ins]:no-underline'

/** Earlier revisions, newest first; loaded once they are opened. */
export function Revisions<T extends { revision: number }>({ name, queryKey, read, children }: Props<T>) {
  const t = useTranslations('inspector.revisions')
  const [isOpen, setOpen] = useState(false)
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.nextCursor ?? undefined,
    enabled: isOpen,
  })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer font-semibold">{name}</summary>
      {error && (
        <Alert className="mt-2">
          <ProblemText error={error} />
        </Alert>
      )}
      <ol className="flex flex-col pt-1">
        {data?.pages
          .flatMap(page => page.items)
          .map(one => (
            <li key={one.revision} className={REVISION}>
              {children(one)}
            </li>
          ))}
      </ol>
      {hasNextPage && (
        <Button look="quiet" off={isFetching} onClick={() => fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </details>
  )
}

type AuthorProps = { view: SessionView; callId: string | undefined; at: string }

/** Who made a revision, and when; with a link to the Call that did, if it is loaded. */
export function RevisionAuthor({ view, callId, at }: AuthorProps) {
  const t = useTranslations('inspector.revisions')
  const seq = callId && view.transcript.find(entry => entry.callId === callId)?.seq
  return (
    <p className="flex justify-between gap-3 text-quiet text-small">
      {seq ? (
        <a href={`#seq-${seq}`} className="underline underline-offset-3">
          {t('byAgent')}
        </a>
      ) : (
        <span>{t(callId ? 'byAgent' : 'byPerson')}</span>
      )}
      <Clock at={at} />
    </p>
  )
}
