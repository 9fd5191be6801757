/**
 * The blocks of a text, each readable by itself: code that is open at the end of a block is closed there and reopened
 * in the next.
 */
export function shownBlocks(text: string, begins: readonly number[]): { begin: number; text: string }[] {
  let open: Fence | null = null
  return begins.flatMap((begin, at) => {
    const isLine = begin === 0 || text[begin - 1] === '\n'
    const block: Standing = standingAlone(linesOf(text.slice(begin, begins[at + 1])), { open, isLine })
    open = block.open
    return block.text.trim() === '' ? [] : [{ begin, text: block.text }]
  })
}

type Standing = { text: string; open: Fence | null }

/** `before`: the code that is open where it begins, and whether that is where a line begins. No fence is left empty. */
function standingAlone(lines: string[], before: { open: Fence | null; isLine: boolean }): Standing {
  const [first = '', ...others] = lines
  let { open } = before
  if (open && before.isLine && behind(first, open) === null)
    return standingAlone(others, { open: null, isLine: true })
  const carried = open
  let text = carried ? `${carried.mark}${carried.info}\n` : ''
  let start: number | null = null
  for (const [at, line] of lines.entries()) {
    const isLine = at > 0 || before.isLine
    const next: Fence | null = isLine ? behind(line, open) : open
    start = open === null && next !== null ? text.length : null
    text += carried && open === carried && isLine ? movedOut(line, carried.indent) : line
    open = next
  }
  if (open === null) return { text, open }
  if (start !== null) return { text: text.slice(0, start), open }
  return { text: `${text}${text.endsWith('\n') ? '' : '\n'}${open.mark}`, open }
}

/** With their line breaks. */
export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const behind = (line: string, open: Fence | null): Fence | null =>
  fenceBehind(line.endsWith('\n') ? line.slice(0, -1) : line, open)

/** Code in a list is moved in with it, and stands in none any more. */
function movedOut(line: string, indent: number): string {
  let at = 0
  while (at < indent && /[ \t]/.test(line.charAt(at))) at += 1
  return line.slice(at)
}

/** A code fence that has begun: its mark, what it says that it holds, and how far its lines are moved in. */
export type Fence = { mark: string; info: string; indent: number }

/** What may stand before a fence: spaces, and the marks of lists. */
const PREFIX = '[ \\t]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+){0,4}'
const BEGIN = new RegExp(`^(${PREFIX})(\`{3,}(?=[^\`]*$)|~{3,})(.*)$`)
const BEGIN_AS_YET = new RegExp(`^${PREFIX}(\`{0,2}|~{0,2}|\`{3,}[^\`]*|~{3,}.*)$`)
const END = /^[ \t]*(`{3,}|~{3,})[ \t\r]*$/

/** The fence that is open after a line, given the one open before it. */
export function fenceBehind(line: string, open: Fence | null): Fence | null {
  if (open) {
    const mark = END.exec(line)?.[1]
    return mark?.startsWith(open.mark) ? null : open
  }
  const [, prefix, mark, info] = BEGIN.exec(line) ?? []
  if (prefix === undefined || mark === undefined || info === undefined) return null
  return { mark, info: info.trim(), indent: prefix.length }
}

/** Whether a partial line may become the beginning or the end of a fence. */
export const mayBecomeFence = (line: string): boolean => BEGIN_AS_YET.test(line)
