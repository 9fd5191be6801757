import type { Named } from '../spoken'

/** The text of a reply, as far as it has come. */
export type Source = { text: string; isWhole: boolean }

/** What stands at a place, and where it ends. */
export type Found = {
  end: number
  calls?: Named[]
  /** Why it is no Call, though it looks like one. It stays in the text then. */
  issue?: string
  /** What is not whole may hold anything in its strings: nothing behind is read any more, all of it is text. */
  isLast?: true
  /** What the Calls were wrapped with and is said to the person. */
  says?: string
}

/** `more`: what has come does not tell yet. */
export type Announced = Found | 'more' | null

/** A fence whose line has been read: `at` its first character, `body` behind its line. */
export type Fence = { at: number; body: number; language: string }

/** How a dialect announces Calls. One is made for each reply; it may remember what it has found. */
export type Grammar = {
  /** The names of its tags, small. */
  tags: readonly string[]
  /** At a `<` or a `[` outside of code and quotes. */
  atMark: (source: Source, at: number) => Announced
  /** At the first character of a line. */
  atLine?: (source: Source, at: number) => Announced
  /** At the first character of the reply that is neither space nor thought. */
  atBeginning?: (source: Source, at: number) => Announced
  atFence?: (source: Source, fence: Fence) => Announced
  /** Tags that a thought which was not ended gives way to. */
  endsThought?: RegExp
  /** Whether a text that was passed over announces a Call. */
  speaksOfCall: (text: string) => boolean
}
