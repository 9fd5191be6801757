import * as Menu from '@radix-ui/react-dropdown-menu'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

type Props = {
  label: string
  /** The button that opened it. It takes the focus again when the menu closes, unless something else is to have it. */
  opener: RefObject<HTMLButtonElement | null>
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  onClose: () => void
  children: ReactNode
}

const SHEET =
  'z-10 flex min-w-44 flex-col rounded-base border border-hairline bg-surface p-1 shadow-dock outline-none'
const ITEM =
  'flex min-h-8 cursor-pointer items-center gap-3 rounded-small px-2.5 outline-none touch:min-h-11 data-highlighted:bg-hover data-disabled:cursor-not-allowed data-disabled:text-quiet'

/**
 * A menu beside the button that opened it, to be rendered next to that button in an element that is positioned. It is part
 * of its place, not of the end of the document, so that it stands over a popover.
 * Loaded once a button that opens one is pointed at.
 */
export function OpenMenu({ label, opener, align = 'start', side = 'bottom', onClose, children }: Props) {
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => sheet.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus(), [])
  const isOpener = (target: EventTarget | null): boolean =>
    target instanceof Node && opener.current?.contains(target) === true
  return (
    <Menu.Root open modal={false} onOpenChange={onClose}>
      <Menu.Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none absolute inset-0" />
      </Menu.Trigger>
      <Menu.Content
        ref={sheet}
        align={align}
        side={side}
        collisionPadding={8}
        className={SHEET}
        aria-label={label}
        aria-labelledby={undefined}
        onCloseAutoFocus={event => event.preventDefault()}
        onEscapeKeyDown={() => opener.current?.focus()}
        onPointerDownOutside={event => {
          // The press of the opener itself closes the menu.
          if (isOpener(event.target)) event.preventDefault()
        }}
        onFocusOutside={event => {
          if (isOpener(event.target)) event.preventDefault()
        }}
      >
        {children}
      </Menu.Content>
    </Menu.Root>
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

/** Items under a heading, set apart from those above. */
export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <Menu.Group aria-label={label}>
    <Menu.Separator className="mx-2.5 my-1 border-hairline border-t" />
    <Menu.Label className="px-2.5 py-1 text-quiet text-small">{label}</Menu.Label>
    {children}
  </Menu.Group>
)
