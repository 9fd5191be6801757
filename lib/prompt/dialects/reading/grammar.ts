import type { ToolInvocation } from '../dialect'

/** The text of a reply, as far as it has arrived. */
export type ReplySource = { text: string; isWhole: boolean }

/** A match at a place, and where it ends. */
export type GrammarMatch = {
  end: number
  calls?: ToolInvocation[]
  /** Why it is not a Call, though it looks like one. It then stays in the text. */
  issue?: string
  /** An incomplete Call may contain anything in its strings: everything after it is text. */
  isLast?: true
  /** It belongs to the Call that it directly follows, and is an issue only if it follows none. */
  isBehindCall?: true
  /** Text that wrapped the Calls and is shown to the person. */
  says?: string
}

/** `more`: what has arrived does not decide it yet; from where a Call is announced only the whole reply does. */
export type GrammarResult = GrammarMatch | 'more' | null

/** A fence whose line has been read: `at` is its first character, `body` the place after its line. */
type FenceLine = { at: number; body: number; language: string }

/** How a dialect announces Calls. One is created for each reply and may keep state. */
export type Grammar = {
  /** The names of its tags, in lower case. */
  tags: readonly string[]
  /** Called at a `<` or a `[` outside of code and quotes. */
  atMark: (source: ReplySource, at: number) => GrammarResult
  /** Called at the first character of a line. */
  atLine?: (source: ReplySource, at: number) => GrammarResult
  /** Called at the first character of the reply that is neither space nor thought. */
  atBeginning?: (source: ReplySource, at: number) => GrammarResult
  atFence?: (source: ReplySource, fence: FenceLine) => GrammarResult
  /** Tags that end an unterminated thought. */
  endsThought?: RegExp
  /** What announces a Call in a form that is not read, in the prose of a reply or as all that is shown of it. */
  announcementIn?: (prose: string, answer: string) => string | undefined
  /** Whether skipped text announces a Call. */
  speaksOfCall: (text: string) => boolean
}

/** Where a thought that never ended gives way to what `out` matches, unless that is only mentioned in it. */
export function wayOut(
  { text, isWhole }: ReplySource,
  { at, limit, name, out }: { at: number; limit: number; name: string; out: RegExp },
): { at: number; isOut: boolean } | null {
  const index = text.slice(at, limit).search(out)
  if (index === -1) return null
  const tag = new RegExp(`<(/?)${name}\\s{0,8}>`, 'gi')
  tag.lastIndex = at + index
  const next = tag.exec(text)
  return next?.[1] === '/' ? null : { at: at + index, isOut: next !== null || isWhole }
}
