import { charTable, runEnd, type SecretReader } from '../reading'

const FIELD = charTable(/[\w.*/@\\-]/)
const FIELD_CHARS = 64
const VALUE = charTable(/[!-~]/)
const VALUE_CHARS = 256

/** The last field of `host:port:database:user:password`, as .pgpass has it. */
export const readPasswordFile: SecretReader = ({ text, start, end: from, isWhole }) => {
  let at = start
  const fields: string[] = []
  for (let n = 0; n < 4; n += 1) {
    const begin = fieldStart(text, at)
    fields.push(text.slice(begin, at))
    if (n === 2 && !/^(?:\d{2,5}|\*)$/.test(fields[2] ?? '')) return null
    if (begin === at || (n < 3 && (begin <= 0 || text[begin - 1] !== ':'))) return null
    at = begin - 1
  }
  if (at >= 0 && text[at] !== '\n') return null
  const [user = '', database = '', , host = ''] = fields
  if (/^\d+$/.test(user) || /^\d+$/.test(database) || !/^\*$|[a-z.]{3}/i.test(host)) return null
  const end = runEnd(text, from, { chars: VALUE, most: VALUE_CHARS })
  if (end === text.length && !isWhole && end - from < VALUE_CHARS) return 'more'
  const value = text.slice(from, end)
  return value.length >= 4 ? { at: from, end, rule: 'Password' } : null
}

function fieldStart(text: string, end: number): number {
  const first = Math.max(0, end - FIELD_CHARS)
  let at = end
  while (at > first && FIELD[text.charCodeAt(at - 1)] === 1) at -= 1
  return at
}
