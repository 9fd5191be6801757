import type { SearchItem } from '@/lib/domain/session/search'

/** A part of a text, and whether it is one of the words that were looked for. */
type HitPiece = { from: number; text: string; isMarked: boolean }

type Hit = Pick<SearchItem, 'kind' | 'excerpt' | 'highlights' | 'tool' | 'decision'>

const PLAIN = /\s+|./gsu
const MARKDOWN = /(?<sign>\*\*|__|`+|(?<=^|…|\s)#{1,6}\s)|\s+|./gsu

/** JSON that may be cut at both ends: what stands between a name and its value, or between two values, and escapes. */
const JSON_TEXT =
  /\\u(?<code>[0-9a-f]{4})|\\(?<escaped>.)|(?<colon>"\s*:\s*["{[]*)|(?<comma>["\]}]*,\s*")|(?<sign>[{[]*"|[\]}]+$)|\s+|./gisu

/**
 * The excerpt of a hit as somebody reads it: arguments without the signs of JSON, messages without those of Markdown, and
 * without what the sentence above it says anyway. Empty where nothing else is in it.
 */
export function hitPieces({ highlights, ...hit }: Hit): HitPiece[] {
  const pieces: HitPiece[] = []
  const { start, tokens } = readingOf(hit)
  for (const { 0: token, index, groups = {} } of hit.excerpt.slice(start).matchAll(tokens)) {
    const from = start + index
    const isMarked = highlights.some(([begin, end]) => from >= begin && from < end)
    const last = pieces.at(-1)
    const isAfterSpace = !last || last.text.endsWith(' ')
    const text = isAfterSpace ? readable(token, groups).trimStart() : readable(token, groups)
    if (text === '') continue
    if (last?.isMarked === isMarked) last.text += text
    else pieces.push({ from, text, isMarked })
  }
  const last = pieces.at(-1)
  if (last) last.text = last.text.trimEnd()
  return last?.text === '' ? pieces.slice(0, -1) : pieces
}

function readable(token: string, { sign, code, escaped, colon, comma }: Record<string, string | undefined>) {
  if (sign !== undefined) return ''
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
  if (colon !== undefined) return ': '
  if (comma !== undefined) return ' · '
  if (escaped !== undefined) return /[bfnrt]/.test(escaped) ? ' ' : escaped
  return token.replace(/^\s+$/, ' ')
}

/** How an excerpt is read, and from where on. */
function readingOf({ kind, excerpt, tool, decision }: Omit<Hit, 'highlights'>): {
  start: number
  tokens: RegExp
} {
  if (kind === 'message') return { start: 0, tokens: MARKDOWN }
  if (kind === 'call') {
    const isWhole = excerpt.startsWith(`${tool}:`)
    const start = isWhole ? excerpt.indexOf('{') : 0
    return start < 0 ? { start: `${tool}:`.length, tokens: PLAIN } : { start, tokens: JSON_TEXT }
  }
  if (kind !== 'decision' || !decision) return { start: 0, tokens: PLAIN }
  const who = ` by ${decision.by.name}`
  const at = excerpt.startsWith('…') ? -1 : excerpt.indexOf(who)
  const end = at + who.length
  const start = at < 0 ? 0 : excerpt.startsWith(': ', end) ? end + 2 : end
  const isChange = decision.kind === 'edit' || decision.kind === 'replace'
  return { start, tokens: isChange ? JSON_TEXT : PLAIN }
}
