import { matchesSegments, matchesWildcards } from '@/lib/text/glob'

/** One line of a `.gitignore`. `parts`: what its segments must be like; a name alone is looked for in any folder. */
export type IgnoreRule = { parts: Part[]; isName: boolean; isKept: boolean; onlyFolders: boolean }

/** `**` is any number of segments. */
type Part = '**' | Sign[]
/** One character that fits, or `*`: any number of them. */
type Sign = '*' | ((char: string) => boolean)

/** A longer line is no rule: how long one takes grows with its length. */
const LONGEST_RULE = 512

/**
 * The rules of a `.gitignore`, in order, as git reads them; null for a line that is none. Anybody may have written it: no
 * rule is made a regular expression, and none takes more steps than its signs times those of a path.
 */
export function* readIgnoreRules(text: string): Generator<IgnoreRule | null> {
  for (const line of text.replace(/^\ufeff/, '').split('\n')) yield ruleOf(withoutEnd(line))
}

/** What stands at a path below the folder of a rule. */
type RuledPath = { names: string[][]; isFolder: boolean }

export function speaksOf({ parts, isName, onlyFolders }: IgnoreRule, path: RuledPath): boolean {
  if (onlyFolders && !path.isFolder) return false
  const names = isName ? path.names.slice(-1) : path.names
  return matchesSegments(parts, names, (signs, name) =>
    matchesWildcards(signs, name, (fits, char) => fits(char)),
  )
}

/** Git compares bytes: each is a character here. */
export const bytesOf = (text: string): string[] => [...Buffer.from(text).toString('latin1')]

/** Spaces at the end do not count, unless a backslash is before them. */
function withoutEnd(line: string): string {
  let [end, at] = [0, 0]
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  for (; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    if (text[at] !== ' ' || text[at - 1] === '\\') end = at + 1
  }
  return text.slice(0, end)
}

/** Null for what is no rule, and for one that nothing is like. */
function ruleOf(line: string): IgnoreRule | null {
  if (line === '' || line.startsWith('#') || line.length > LONGEST_RULE) return null
  const isKept = line.startsWith('!')
  const onlyFolders = line.endsWith('/')
  const pattern = line.slice(isKept ? 1 : 0, onlyFolders ? -1 : undefined)
  const isName = !pattern.includes('/')
  const parts = pattern === '' ? null : partsOf(bytesOf(pattern.replace(/^\//, '')).join(''))
  return parts && { parts, isName, isKept, onlyFolders }
}

/** A bracket that closes is one of a set where it comes first. What breaks off is no sign. */
const SIGN =
  /\\(?<escaped>.)|\[(?:(?<isOther>[!^])|(?![!^]))(?<set>(?:\\.|[^\\])(?:\\.|[^\]\\])*)\]|(?<char>[^\\[])/gs

function partsOf(pattern: string): Part[] | null {
  const parts: { text: string; signs: Sign[] }[] = []
  let part = { text: '', signs: [] as Sign[] }
  let end = 0
  for (const { 0: text, index, groups = {} } of pattern.matchAll(SIGN)) {
    const { escaped } = groups
    if (index !== end) return null
    end += text.length
    if (text === '/' || escaped === '/') {
      parts.push(part)
      part = { text: '', signs: [] }
    } else {
      part.text += text
      const sign = signOf(text, groups)
      if (sign !== '*' || part.signs.at(-1) !== '*') part.signs.push(sign)
    }
  }
  if (end !== pattern.length) return null
  return [...parts, part].map(each => (/^\*{2,}$/.test(each.text) ? '**' : each.signs))
}

function signOf(text: string, { escaped, isOther, set, char }: Record<string, string | undefined>): Sign {
  if (text === '*') return '*'
  if (text === '?') return () => true
  if (set === undefined) return other => other === (escaped ?? char)
  const ranges = [...set.matchAll(/(?:\\(.)|([^\\]))(?:-(?:\\(.)|([^\\])))?/gs)].map(
    ([, a, b, c, d]): [string, string] => [a ?? b ?? '', c ?? d ?? a ?? b ?? ''],
  )
  return other =>
    ranges.some(([from, to]) => other === from || (from <= other && other <= to)) === (isOther === undefined)
}
