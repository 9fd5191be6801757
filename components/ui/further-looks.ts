import { CODE, COLUMN, FIELD_BOX } from './looks'

/** Looks that a session does not need when it opens: they are not part of the first load. */

export const LIST_COLUMN = `${COLUMN} flex flex-col gap-6 pt-6 pb-[max(24px,env(safe-area-inset-bottom))]`

export const CODE_FIELD = `min-h-9.5 w-full py-1.5 ${FIELD_BOX} ${CODE}`

export const LINK = 'underline decoration-field underline-offset-3 hover:decoration-current'

/** A line of a list of numbers. */
export const LEDGER_LINE = 'flex justify-between gap-3 border-hairline border-b py-1'

export const MARK =
  'rounded-[2px] bg-[color-mix(in_srgb,var(--ink)_14%,transparent)] font-semibold text-inherit'

/** A bar about several Calls. On a phone its buttons take one row and their words, if need be, two lines. */
export const SET_BAR =
  'flex flex-wrap items-center gap-2 border-hairline border-t bg-surface px-4 pt-2 pb-3 max-phone:gap-1 max-phone:[&>button]:flex-1 max-phone:[&>button]:whitespace-normal max-phone:[&_button]:px-1'

/** A form between the items of a list. */
export const PANEL = 'flex flex-col gap-4 rounded-base border border-hairline bg-surface p-4'
