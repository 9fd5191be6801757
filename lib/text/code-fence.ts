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
