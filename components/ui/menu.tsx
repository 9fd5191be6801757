import * as Menu from '@radix-ui/react-dropdown-menu'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

type Props = {
  label: string
  /** The button that opened it. It takes the focus again when the menu closes, unless something else is to have it. */
  opener: RefObject<HTMLButtonElement | null>
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  /** What it is part of, where its opener is in a row that cuts off what it has. Then the opener gets back any focus that is lost. */
  container?: Element | null
  className?: string
  onClose: () => void
  children: ReactNode
}

const SHEET =
  'z-10 flex min-w-44 flex-col rounded-base border border-hairline bg-surface p-1 shadow-dock outline-none'

/** What the menu hangs at says nothing of itself: that is for the opener. */
const NO_BUTTON = { 'aria-hidden': true, 'aria-haspopup': undefined, 'aria-expanded': undefined }
const ITEM =
  'flex min-h-8 cursor-pointer items-center gap-3 rounded-small px-2.5 outline-none touch:min-h-11 data-highlighted:bg-hover data-disabled:cursor-not-allowed data-disabled:text-quiet'

/**
 * A menu beside the button that opened it, to be rendered next to that button in an element that is positioned. It is part
 * of its place, not of the end of the document, so that it stands over a popover.
 * Loaded once a button that opens one is pointed at.
 */
export function OpenMenu({ opener, container = null, onClose, ...menu }: Props) {
  const sign = (
    <Menu.Trigger asChild {...NO_BUTTON}>
      <span className="pointer-events-none absolute inset-0" />
    </Menu.Trigger>
  )
  const content = <Content {...menu} opener={opener} isApart={container !== null} />
  return (
    <Menu.Root open modal={false} onOpenChange={onClose}>
      {container && opener.current ? createPortal(sign, opener.current) : sign}
      {container ? <Menu.Portal container={container}>{content}</Menu.Portal> : content}
    </Menu.Root>
  )
}

type ContentProps = Omit<Props, 'container' | 'onClose'> & { isApart: boolean }

function Content({
  label,
  opener,
  align = 'start',
  side = 'bottom',
  className = '',
  isApart,
  children,
}: ContentProps) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => sheet.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus(), [])
  const keepForOpener = (event: Event): void => {
    // The press of the opener itself closes the menu.
    if (event.target instanceof Node && opener.current?.contains(event.target)) event.preventDefault()
  }
  return (
    <Menu.Content
      ref={sheet}
      align={align}
      side={side}
      sideOffset={isApart ? 4 : 0}
      collisionPadding={8}
      className={`${SHEET} ${className}`}
      aria-label={label}
      aria-labelledby={undefined}
      onCloseAutoFocus={event => {
        event.preventDefault()
        const { activeElement, body } = document
        const isLost = activeElement === body || sheet.current?.contains(activeElement)
        if (isApart && isLost) opener.current?.focus()
      }}
      onEscapeKeyDown={() => opener.current?.focus()}
      onPointerDownOutside={keepForOpener}
      onFocusOutside={keepForOpener}
    >
      {children}
    </Menu.Content>
  )
}

type ItemProps = {
  off?: boolean
  /** The key that does the same without the menu. */
  shortcut?: string | undefined
  onChoose: () => void
  children: ReactNode
}

/** The menu stays until whoever rendered it takes it away. */
export const MenuItem = ({ off = false, shortcut, onChoose, children }: ItemProps) => (
  <Menu.Item
    className={ITEM}
    disabled={off}
    aria-keyshortcuts={shortcut}
    onSelect={event => {
      event.preventDefault()
      onChoose()
    }}
  >
    {children}
  </Menu.Item>
)

/** An item that leads to an address: `children` is a link. */
export const MenuLink = ({ children }: { children: ReactNode }) => (
  <Menu.Item asChild className={ITEM}>
    {children}
  </Menu.Item>
)

type GroupProps = { label?: string; className?: string; children: ReactNode }

/** Items set apart from those above, perhaps under a heading. */
export const MenuGroup = ({ label, className, children }: GroupProps) => (
  <Menu.Group aria-label={label} className={className}>
    <Menu.Separator className="mx-2.5 my-1 border-hairline border-t" />
    {label && <Menu.Label className="px-2.5 py-1 text-quiet text-small">{label}</Menu.Label>}
    {children}
  </Menu.Group>
)

/** One of several, of which one is chosen; choosing it closes the menu. */
type Choice = { value: string; name: string; content: ReactNode }

type ChoicesProps = {
  value: string
  /** `isChosen`: the group is itself a choice, by one of its items. */
  groups: { label?: string; note?: string; isChosen?: boolean; choices: Choice[] }[]
  onValue: (value: string) => void
  children?: ReactNode
}

const CHOICE =
  'flex cursor-pointer gap-2 rounded-base px-2 py-1.5 hover:bg-hover focus-visible:-outline-offset-2 touch:py-2.5'

const GROUP = 'flex gap-2 px-2 pt-1.5'

const Tick = ({ children }: { children: ReactNode }) => (
  <span aria-hidden="true" className="size-4 flex-none">
    {children}
  </span>
)

/** Choices in groups, and what is said below them. */
export const MenuChoices = ({ value, groups, onValue, children }: ChoicesProps) => (
  <Menu.RadioGroup value={value} onValueChange={next => next !== value && onValue(next)}>
    {groups.map(({ label, note, isChosen, choices }) => (
      <Menu.Group key={label ?? ''} aria-label={label}>
        {label && (
          <Menu.Label className={isChosen === undefined ? 'px-2 pt-2 pb-1 text-quiet text-small' : GROUP}>
            {isChosen !== undefined && <Tick>{isChosen && '✓'}</Tick>}
            <span className="min-w-0 wrap-anywhere">
              {label}
              {note && <span className="block text-quiet text-small">{note}</span>}
            </span>
          </Menu.Label>
        )}
        {choices.map(({ value: own, name, content }) => (
          <Menu.RadioItem key={own} value={own} textValue={name} className={CHOICE}>
            <Tick>
              <Menu.ItemIndicator>✓</Menu.ItemIndicator>
            </Tick>
            <span className="min-w-0 wrap-anywhere">{content}</span>
          </Menu.RadioItem>
        ))}
      </Menu.Group>
    ))}
    {children}
  </Menu.RadioGroup>
)

export const MenuNote = ({ children }: { children: ReactNode }) => (
  <Menu.Label className="px-2 py-1.5 text-quiet text-small">{children}</Menu.Label>
)
