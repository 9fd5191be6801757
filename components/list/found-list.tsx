'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { type More, ShowMore } from './show-more'

/** What is known of a list as yet. `isLate`: what is shown is what was asked for before. */
export type Found<Item> = More & {
  items: Item[] | undefined
  error: Error | null
  again: () => void
  isLate?: boolean
}

type Props<Item> = {
  found: Found<Item>
  label?: string
  /** What is said where there is nothing. */
  none: string
  /** In place of “Looking…”, as long as nothing is known. */
  status?: ReactNode
  children: (item: Item) => ReactNode
}

/** The things of a page, each with its key, or why there are none. */
export function FoundList<Item>({ found, label, none, status, children }: Props<Item>) {
  const t = useTranslations('list.foundList')
  const { items, error, again, isLate, ...rest } = found
  const looking = !items && !error && <p className="text-quiet">{t('looking')}</p>
  return (
    <div aria-busy={isLate || undefined} className="found-things">
      {status ?? looking}
      {error && (
        <p role="alert" className="alert flex flex-wrap items-center gap-3">
          <ProblemText error={error} />
          <Button onClick={again}>{t('again')}</Button>
        </p>
      )}
      {items?.length === 0 && <p className="found-none">{none}</p>}
      {items && items.length > 0 && <ol aria-label={label}>{items.map(children)}</ol>}
      <ShowMore {...rest} />
    </div>
  )
}
