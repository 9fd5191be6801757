'use client'

import type { ReactNode, RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button, MenuButton } from '@/components/ui/button'
import { LIST_COLUMN } from '@/components/ui/further-looks'
import { PAGE_HEAD } from '@/components/ui/looks'

/** A list as far as it is loaded. `isLate`: the items are those of the previous query. */
type ListState<Item> = More & {
  items: Item[] | undefined
  error: Error | null
  again: () => void
  isLate?: boolean
}

type Props<Item> = {
  list: ListState<Item>
  label?: string
  /** Shown where there are no items. */
  none: string
  /** Shown in place of “Loading…”. */
  status?: ReactNode
  /** What stands above an item, and above those that follow it with the same heading. */
  headingOf?: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** The items of a page, or why there are none. */
export function ItemList<Item>({ list, label, none, status, headingOf, children }: Props<Item>) {
  const t = useTranslations('list.itemList')
  const { items, error, again, isLate, ...rest } = list
  const loading = !items && !error && <p className="text-quiet">{t('loading')}</p>
  return (
    <div aria-busy={isLate || undefined} className="flex flex-col gap-2">
      {status ?? loading}
      <ProblemAlert error={error} again={again} />
      {items?.length === 0 && <p className="max-w-130 py-6">{none}</p>}
      {items && items.length > 0 && !headingOf && <ol aria-label={label}>{items.map(children)}</ol>}
      {headingOf &&
        groupsOf(items ?? [], headingOf).map(({ heading, items }) => (
          <section key={heading} aria-label={heading}>
            <h2 className={GROUP_HEAD}>{heading}</h2>
            <ol>{items.map(children)}</ol>
          </section>
        ))}
      <ShowMore {...rest} />
    </div>
  )
}

const GROUP_HEAD = 'pt-4 pb-2 font-semibold text-small'

function groupsOf<Item>(items: Item[], headingOf: (item: Item) => string) {
  const groups: { heading: string; items: Item[] }[] = []
  for (const item of items) {
    const heading = headingOf(item)
    const last = groups.at(-1)
    if (last?.heading === heading) last.items.push(item)
    else groups.push({ heading, items: [item] })
  }
  return groups
}

/** `more` loads the next page, if there is one. */
export type More = { more?: (() => void) | null; isLoadingMore?: boolean }

export function ShowMore({ more, isLoadingMore = false }: More) {
  const t = useTranslations('list.showMore')
  if (!more) return null
  return (
    <p>
      <Button off={isLoadingMore} onClick={more}>
        {t('more')}
      </Button>
    </p>
  )
}

type SectionProps = {
  id: string
  heading: string
  intro: string
  /** What a screen reader is told of a change in it. */
  announcement: string
  children: ReactNode
}

/** A part of a page that changes by itself. */
export const ListSection = ({ id, heading, intro, announcement, children }: SectionProps) => (
  <section aria-labelledby={id} className="flex flex-col gap-3">
    <h2 id={id} className="font-semibold">
      {heading}
    </h2>
    <p className="text-quiet">{intro}</p>
    <Announcement text={announcement} />
    {children}
  </section>
)

export const Announcement = ({ text }: { text: string }) => (
  <p role="status" className="sr-only">
    {text}
  </p>
)

export const ListItem = ({ children }: { children: ReactNode }) => (
  <li className="relative border-hairline border-t py-3 last:border-b">{children}</li>
)

/** The heading of a page, and on a narrow screen the button that opens the sessions. */
export function PageHead({ heading, children }: { heading: string; children?: ReactNode }) {
  const t = useTranslations('list.pageHead')
  return (
    <header className={PAGE_HEAD}>
      <MenuButton target="sessions">{t('sessions')}</MenuButton>
      <div className="min-w-0">
        <h1 className="font-semibold text-title">{heading}</h1>
        {children}
      </div>
    </header>
  )
}

type PageProps = {
  heading: string
  /** The element that scrolls. */
  scrolls?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** A page with one scrolling column under its heading. */
export const ListPage = ({ heading, scrolls, children }: PageProps) => (
  <>
    <PageHead heading={heading} />
    <div ref={scrolls} className="min-h-0 flex-1 overflow-y-auto">
      <div className={LIST_COLUMN}>{children}</div>
    </div>
  </>
)
