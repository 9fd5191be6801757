/** What a file is shown as beside its text. */
export type PreviewKind = 'table' | 'tree' | 'prose'

const KINDS: Record<string, PreviewKind> = {
  csv: 'table',
  tsv: 'table',
  json: 'tree',
  geojson: 'tree',
  webmanifest: 'tree',
  md: 'prose',
  markdown: 'prose',
}

/** By how its name ends; null for a file that is shown as text alone. */
export function previewKind(path: string): PreviewKind | null {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(KINDS, ending) ? (KINDS[ending] ?? null) : null
}

/** Of a longer text no tree is made: reading it would keep the page waiting. */
export const LONGEST_TREE = 200_000
const LONGEST_PROSE = 20_000

/** The beginning of a document, up to where one of its paragraphs ends, or a line. */
export function proseBeginning(text: string): string {
  if (text.length <= LONGEST_PROSE) return text
  const paragraph = text.lastIndexOf('\n\n', LONGEST_PROSE)
  const line = text.lastIndexOf('\n', LONGEST_PROSE)
  const end = paragraph > LONGEST_PROSE / 2 ? paragraph : line
  return text.slice(0, end > 0 ? end : LONGEST_PROSE).toWellFormed()
}

/** Records of a table. `isMore`: others follow. `isOpen`: the last field begins with a quote that nothing closes. */
export type TableRows = { rows: string[][]; isMore: boolean; isOpen: boolean }

/** What parts the fields: of a file that ends with `.csv` what its first line has more of, outside of quotes. */
export function separatorOf(path: string, text: string): string {
  if (path.toLowerCase().endsWith('.tsv')) return '\t'
  const [line = ''] = /^.*/.exec(text.slice(0, 10_000)) ?? []
  const bare = line.replace(/"[^"]*"/g, '')
  const countOf = (sign: string): number => bare.split(sign).length
  return countOf(';') > countOf(',') ? ';' : ','
}

/** The first records of a text, as RFC 4180 has them. What stands behind a closing quote belongs to its field. */
export function tableRows(text: string, separator: string, most: number): TableRows {
  const rows: string[][] = []
  let [row, at, isOpen]: [string[], number, boolean] = [[], 0, false]
  while (at < text.length && rows.length < most) {
    const quoted = text[at] === '"' ? quotedAt(text, at + 1) : null
    isOpen ||= quoted?.isOpen === true
    const from = quoted?.end ?? at
    at = endOfField(text, from, separator)
    row.push((quoted?.field ?? '') + text.slice(from, at))
    if (text[at] === separator) {
      at += 1
      if (at < text.length) continue
      row.push('')
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    rows.push(row)
    row = []
  }
  return { rows, isMore: at < text.length, isOpen }
}

/** What stands in quotes, in which a quote is written twice. By steps: an expression would keep each on its stack. */
function quotedAt(text: string, from: number): { field: string; end: number; isOpen: boolean } {
  let end = text.indexOf('"', from)
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  const field = text.slice(from, end === -1 ? text.length : end).replaceAll('""', '"')
  return { field, end: end === -1 ? text.length : end + 1, isOpen: end === -1 }
}

function endOfField(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text[at]
    if (char === separator || char === '\n' || char === '\r') return at
  }
  return text.length
}
