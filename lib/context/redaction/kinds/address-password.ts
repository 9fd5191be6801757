import type { Reading, SecretReader } from '../reading'

const USER_CHARS = 128
const PASSWORD_CHARS = 256
const ENDS_USER = /[\s/?#"'<>@:⟦⟧]/
const ENDS_PASSWORD = /[\s/?#"'<>⟦⟧]/

/** What stands in examples in the place of a password. */
const EXAMPLE =
  /^(?:password|passwd|pass|pwd|secret|token|x+|\*+|\.+|…)$|^\$[A-Za-z_]\w*$|^\$[{(]|^%[A-Za-z_]+%$|^%\([\w.]+\)s$|^%[sdv]$|^\{[\w.:!]*\}$|^\{\{|^\[[\w .-]*\]$|^</i

/** The password of `https://user:password@host`, and nothing else of the address. */
export const readAddressPassword: SecretReader = ({ text, start, end: from, isWhole }) => {
  if (!followsUser(text, start)) return null
  const last = Math.min(text.length, from + PASSWORD_CHARS)
  let end = from
  while (end < last && !ENDS_PASSWORD.test(text[end] ?? '')) end += 1
  if (end === text.length && !isWhole && end - from < PASSWORD_CHARS) return 'more'
  const password = text.slice(from, end)
  const at = password.lastIndexOf('@')
  if (at < 1) return null
  if (EXAMPLE.test(password.slice(0, at)) || isUser(text, start, password.slice(0, at))) return null
  return { at: from, end: from + at, rule: 'Password in an address' }
}

/** `postgres:postgres` and the like: what everybody begins with. */
const isUser = (text: string, colon: number, password: string): boolean =>
  /^[a-z]+$/.test(password) && text.startsWith(`//${password}`, colon - password.length - 2)

function followsUser(text: string, colon: Reading['start']): boolean {
  const first = Math.max(0, colon - USER_CHARS)
  let at = colon
  while (at > first && !ENDS_USER.test(text[at - 1] ?? '')) at -= 1
  return at - 3 >= 0 && text.startsWith('://', at - 3)
}
