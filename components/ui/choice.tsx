import type { ComponentProps, ReactNode } from 'react'

type ChoiceProps = Omit<ComponentProps<'input'>, 'className'> & {
  type: 'checkbox' | 'radio'
  children: ReactNode
}

/** A checkbox or radio button with its label on a line of its own. */
export const Choice = ({ children, ...input }: ChoiceProps) => (
  <label className="flex cursor-pointer gap-2.5 py-1.5 wrap-anywhere touch:py-2.5">
    <input className="mt-1 size-4 flex-none accent-ink" {...input} />
    {children}
  </label>
)

type CheckProps = Omit<ComponentProps<'input'>, 'className'> & { children: ReactNode }

/** A checkbox in a line with others. */
export const Check = ({ children, ...input }: CheckProps) => (
  <label className="inline-flex cursor-pointer items-center gap-1.5 touch:min-h-11">
    <input type="checkbox" className="size-3.5 accent-ink" {...input} />
    {children}
  </label>
)

const QUIET_SELECT =
  'min-w-0 cursor-pointer rounded-base border border-transparent bg-transparent px-1 py-0.5 hover:border-field hover:text-ink touch:min-h-11 touch:text-[1rem] *:bg-surface *:text-ink'

/** A select that looks like text until it is hovered. */
export const QuietSelect = (props: Omit<ComponentProps<'select'>, 'className'>) => (
  <select className={QUIET_SELECT} {...props} />
)
