import { type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MenuButton } from '@/components/shell/sidebar'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button, buttonClasses } from '@/components/ui/button'
import { LIST_COLUMN } from '@/components/ui/further-looks'
import { Icon, type IconName } from '@/components/ui/icon'
import { PAGE_HEAD } from '@/components/ui/looks'
import { announcement, useObservable } from '@/lib/client/page/page-state'

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
  // A list that failed once and is tried again hides nothing around it.
  const [isFirst, setFirst] = useState(true)
  if (isFirst && (items || error)) setFirst(false)
  const loading = !items && !error && (
    <p data-loading={isFirst || undefined} className="text-quiet">
      {t('loading')}
    </p>
  )
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

/** Items that follow each other with the same heading. */
export function groupsOf<Item>(items: Item[], headingOf: (item: Item) => string) {
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
  intro?: string
  /** How far its parts are from each other, and where they stand. */
  spacing?: string
  children: ReactNode
}

/** A part of a page that changes by itself. */
export const ListSection = ({ id, heading, intro, spacing = 'gap-3', children }: SectionProps) => (
  <section aria-labelledby={id} className={`flex flex-col ${spacing}`}>
    <h2 id={id} className="font-semibold">
      {heading}
    </h2>
    {intro && <p className="text-quiet text-small">{intro}</p>}
    {children}
  </section>
)

/** Tells screen readers what became of a change, where the page has an `Announcement`. */
export const announce = announcement.set

/** What was announced last on this page. */
export function Announcement() {
  const text = useObservable(announcement)
  useEffect(() => announce(''), [])
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}

export const ListItem = ({ children }: { children: ReactNode }) => (
  <li className="relative border-hairline border-t py-3 last:border-b">{children}</li>
)

type HeadProps = {
  heading: string
  /** At the right of it: what begins something new. */
  action?: ReactNode
  /** How wide the page is. */
  width?: string
  children?: ReactNode
}

/** The heading of a page, in line with its column, and on a narrow screen the way to others. */
export const PageHead = ({ heading, action, width = 'max-w-190', children }: HeadProps) => (
  <header className={`overflow-hidden [scrollbar-gutter:stable] ${PAGE_HEAD}`}>
    <div className={`mx-auto flex w-full items-center gap-4 ${width}`}>
      <MenuButton />
      <div className="min-w-0 flex-1">
        <h1 className="font-semibold text-title">{heading}</h1>
        {children}
      </div>
      {action}
    </div>
  </header>
)

/** What scrolls below it, and nothing else does: what is hidden from sight in it is positioned. */
export const PAGE_BODY = 'relative min-h-0 flex-1 overflow-y-auto [scrollbar-gutter:stable]'

type PageProps = Pick<HeadProps, 'heading' | 'action'> & {
  /** The element that scrolls. */
  scrolls?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** A page with one scrolling column under its heading. */
export const ListPage = ({ scrolls, children, ...head }: PageProps) => (
  <>
    <PageHead {...head} />
    <div ref={scrolls} className={PAGE_BODY}>
      <div className={LIST_COLUMN}>{children}</div>
    </div>
  </>
)

type SheetProps = {
  name?: string
  icon?: IconName
  /** How many of the filters in it are set. */
  count?: number
  /** How it is laid out in the page. */
  className?: string
  children: ReactNode
}

const SHEET =
  'open:fixed open:inset-x-0 open:top-auto open:bottom-0 open:flex open:max-h-[80dvh] open:w-full open:max-w-none open:flex-col open:gap-2 open:border-hairline open:border-t open:bg-surface open:p-4 open:pb-[max(16px,env(safe-area-inset-bottom))] open:shadow-dock'
const IN_PAGE =
  'text-inherit backdrop:bg-[rgb(0_0_0/0.3)] phone:static phone:flex phone:w-auto phone:overflow-visible phone:bg-transparent'

/** Fields or links in a row of the page; on a phone a sheet behind one button. */
export function PhoneSheet({ icon = 'filter', count = 0, className = '', children, ...props }: SheetProps) {
  const t = useTranslations('list.sheet')
  const { name = t('filters') } = props
  const id = useId()
  const open = `phone:hidden ${buttonClasses({ shape: 'small' })}`
  return (
    <>
      <button type="button" popoverTarget={id} className={`self-start ${open}`}>
        <Icon name={icon} />
        {name}
        {count > 0 && ` · ${count}`}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is not laid out as a sheet */}
      <div
        id={id}
        role="group"
        aria-label={name}
        popover="auto"
        className={`${SHEET} ${IN_PAGE} ${className}`}
      >
        {children}
        <button type="button" popoverTarget={id} className={open}>
          {t('done')}
        </button>
      </div>
    </>
  )
}
