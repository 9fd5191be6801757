import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { SheetDialog } from '@/components/ui/sheet-dialog'

const FIELD =
  'w-full border-hairline border-b bg-transparent px-4 py-3.5 text-[1rem] text-inherit outline-none placeholder:text-quiet'

export const COMMAND_ITEM =
  'cursor-pointer rounded-base px-2 py-1.5 aria-selected:bg-hover aria-selected:inset-shadow-[2px_0_var(--ink)]'

type Props = {
  label: string
  placeholder: string
  query: string
  onQuery: (query: string) => void
  /** The item that Enter takes. */
  value?: string
  onValue?: (value: string) => void
  /** Shown below the list. */
  foot?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A dialog to find something in by a part of its name, with the keys of a list. */
export const CommandDialog = ({ label, placeholder, query, onQuery, value, onValue, ...props }: Props) => (
  <SheetDialog label={label} variant="palette" onClose={props.onClose}>
    <Command
      label={label}
      loop
      shouldFilter={false}
      vimBindings={false}
      {...(value === undefined ? {} : { value })}
      {...(onValue ? { onValueChange: onValue } : {})}
    >
      <Command.Input
        dir="auto"
        placeholder={placeholder}
        value={query}
        onValueChange={onQuery}
        className={FIELD}
      />
      <Command.List label={label} className="max-h-[50dvh] overflow-y-auto p-2">
        {props.children}
      </Command.List>
    </Command>
    {props.foot}
  </SheetDialog>
)
