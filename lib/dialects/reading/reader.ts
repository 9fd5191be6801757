import type { Spoken } from '../spoken'

/** What has come of a reply since the last time, as far as it may be shown. */
export type Shown = { text: string; reasoning: string }

/** Reads a reply as it comes, in pieces of any size. What has been shown is the beginning of what `end` tells. */
export type Reader = { add: (piece: string) => Shown; end: () => Spoken }
