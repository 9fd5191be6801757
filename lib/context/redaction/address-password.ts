import type { Reader, Reading } from './reading'

const USER_CHARS = 128
const PASSWORD_CHARS = 256
const ENDS_USER = /[\s/?#"'<>@:⟦⟧]/
const ENDS_PASSWORD = /[\s/?#"'<>⟦⟧]/

/** What stands in examples in the place of a password. */
const EXAMPLE = /^(?:password|passwd|pass|secret|token|x+|\*+)$|^[$%{*[(]/i

/** The password of `https://user:password@host`, and nothing else of the address. */
export const readAddressPassword: Reader = ({ text, start, end: from, floor, isWhole }) => {
  if (!followsUser(text, start, floor)) return null
  const last = Math.min(text.length, from + PASSWORD_CHARS)
  let end = from
  while (end < last && !ENDS_PASSWORD.test(text[end] ?? '')) end += 1
  if (end === text.length && !isWhole && end - from < PASSWORD_CHARS) return 'more'
  const password = text.slice(from, end)
  const at = password.lastIndexOf('@')
  if (at < 1) return null
  if (EXAMPLE.test(password.slice(0, at))) return null
  return { at: from, end: from + at, rule: 'Password in an address' }
}

function followsUser(text: string, colon: Reading['start'], floor: number): boolean {
  const first = Math.max(floor, colon - USER_CHARS)
  let at = colon
  while (at > first && !ENDS_USER.test(text[at - 1] ?? '')) at -= 1
  return at - 3 >= floor && text.startsWith('://', at - 3)
}
