'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'

type Page<T> = { items: T[]; nextCursor: string | null }

type Props<T> = {
  name: string
  /** What it is known by; another one where there is a newer revision. */
  known: readonly unknown[]
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>
  children: (revision: T) => ReactNode
}

/** What something was before, the newest first; read once somebody wants to know. */
export function Revisions<T extends { revision: number }>({ name, known, read, children }: Props<T>) {
  const t = useTranslations('inspector.revisions')
  const [isOpen, setOpen] = useState(false)
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: known,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.nextCursor ?? undefined,
    enabled: isOpen,
  })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer font-semibold">{name}</summary>
      {error && (
        <p role="alert" className="alert mt-2">
          <ProblemText error={error} />
        </p>
      )}
      <ol className="flex flex-col pt-1">
        {data?.pages
          .flatMap(page => page.items)
          .map(one => (
            <li key={one.revision} className="revision">
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
