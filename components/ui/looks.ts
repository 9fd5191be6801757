/** Looks that several parts of the page share, for any element. */

/** Text at reading width, centred. */
export const COLUMN = 'mx-auto w-full max-w-200 px-5'

/** The message box at the lower edge of the page, in line with the transcript. */
export const FOOT =
  'flex-none overflow-hidden [scrollbar-gutter:stable_both-edges] px-5 *:mx-auto *:max-w-190 pt-2 pb-[max(12px,env(safe-area-inset-bottom))]'

export const PAPER = 'overflow-hidden rounded-base border border-hairline bg-paper'
export const PAPER_TEXT = `${PAPER} px-2.5 py-1`

/** Wrapped, never cut; trailing spaces take room too, so that nothing can hide behind them. */
export const CODE = 'whitespace-break-spaces wrap-anywhere font-mono font-normal text-small'

/** A field without its size. On a touch screen the browser would zoom in on text below 16 px. */
export const FIELD_BOX =
  'rounded-base border border-field bg-surface px-2.5 text-ink placeholder:text-quiet touch:min-h-11 touch:text-[1rem]'

export const FIELD = `w-full py-1.5 ${FIELD_BOX}`

/** The message box: one field, with what belongs to it on its lower edge. */
export const BOX =
  'flex flex-wrap items-center gap-x-0.5 rounded-[0.875rem] border border-field bg-surface p-1 has-[textarea:focus]:border-ink folded:flex-nowrap'
export const BOX_FIELD =
  'field-sizing-content max-h-[40dvh] min-w-0 basis-full resize-none bg-transparent px-2 py-1.5 outline-none placeholder:truncate placeholder:text-quiet touch:py-2.5 touch:text-[1rem] folded:order-1 folded:basis-0 folded:grow'

export const ALERT = 'wrap-anywhere border-removed-sign border-l-3 bg-removed px-3 py-1.5'

/** What a person should know before they decide. */
export const REMARK = 'border-accent border-l-3 bg-hover px-3 py-1.5'

export const PLAIN_PROSE = 'whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]'

/**
 * The page beside the sidebar. `group/shell`: in a very low window the dock takes its room. The inspector and the pane are
 * named by their places: the browser would look for them in all of the page, whenever anything in that changes.
 */
export const SHELL_MAIN =
  'group/shell flex min-h-0 min-w-0 flex-1 flex-col min-[75rem]:has-[>[data-inspector],>div>header>[data-inspector]]:pr-95 roomy:not-has-[>[data-inspector],>div>header>[data-inspector]]:has-[>[data-dock],>div>[data-dock]]:pr-[min(40vw,45rem)] cramped:has-data-[dock=dock]:overflow-y-auto'

export const PAGE_HEAD =
  'flex min-h-16 flex-none items-center gap-4 border-hairline border-b px-5 py-2 low:max-phone:min-h-12 low:max-phone:py-1'

/** A line of a list of links: all of it is the link. */
export const LINK_ROW =
  'relative rounded-base px-2 py-1.5 touch:py-2.5 hover:bg-hover has-[[aria-current]]:bg-hover has-[[aria-current]]:font-semibold'
export const ROW_LINK =
  'after:absolute after:inset-0 after:rounded-base focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2'

/** A dialog over the page, and one in its upper part. */
export const SHEET =
  'rounded-base border border-hairline bg-surface text-inherit shadow-dock backdrop:bg-[rgb(0_0_0/0.4)]'
export const UPPER_SHEET = `mx-auto mt-[12dvh] w-130 ${SHEET}`

/** The transcript. In a very low window it leaves its room to the dock. */
export const FRAME =
  'relative flex min-h-0 flex-1 flex-col cramped:group-has-data-[dock=dock]/shell:h-[min(40dvh,10rem)] cramped:group-has-data-[dock=dock]/shell:flex-none'

/** Before hydration it is laid out from its end, so that the first paint shows what is new. */
export const LOG =
  '[scrollbar-gutter:stable_both-edges] min-h-0 flex-1 overflow-y-auto [overflow-anchor:none] focus-visible:-outline-offset-2 not-data-live:flex not-data-live:flex-col-reverse'

/** Its upper padding is part of what is reckoned in pixels. */
export const ROWS = 'mb-auto flex-none pt-[16px] pb-6'

/** Isolated, so that a row is not repainted while another one changes. */
export const ROW = 'isolate'

export const STORY = 'mt-2 mb-1 ml-1.25 flex flex-col gap-3 border-hairline border-s-2 ps-3.5'
