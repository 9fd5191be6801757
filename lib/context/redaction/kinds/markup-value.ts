import { credentialOf } from '../credential-name'
import { isSecretValue } from '../literal-value'
import type { SecretReader } from '../reading'
import { RULES, VALUE_CHARS } from '../value-end'

const TAG = /<([A-Za-z][\w:.-]{0,63})(?:\s[^<>]{0,120})?$/
const NAMED_BY = /\s(?:name|key|id)=\\?["']([\w.-]{1,64})\\?["']/
const TAG_CHARS = 200
const CDATA = '<![CDATA['

/** `<key>password</key><string>…</string>` */
const BESIDE = /<(key|name)>([\w.-]{1,64})<\/\1>\s{0,40}$/i
const nameBeside = (text: string, at: number): string =>
  BESIDE.exec(text.slice(Math.max(0, at - TAG_CHARS), at))?.[2] ?? ''

/** The text of `<password>…</password>` and `<entry key="password">…</entry>`. */
export const readMarkupValue: SecretReader = ({ text, start, end, isWhole }) => {
  const before = text[start - 1] ?? ''
  if (start <= 0 || /[\s=/-]/.test(before)) return null
  const tag = TAG.exec(text.slice(Math.max(0, start - TAG_CHARS), start))
  if (!tag) return null
  const name = (tag[1] ?? '').split(':').at(-1) ?? ''
  const credential =
    credentialOf(name) ?? credentialOf(NAMED_BY.exec(tag[0])?.[1] ?? nameBeside(text, start - tag[0].length))
  if (!credential || credential.family === 'cookie') return null
  if (text.length - end < CDATA.length && !isWhole) return 'more'
  const isData = text.startsWith(CDATA, end)
  const from = isData ? end + CDATA.length : end
  const last = Math.min(text.length, from + VALUE_CHARS)
  let stop = from
  const ends = isData ? /[⟦⟧]/ : /[<⟦⟧]/
  while (stop < last && !ends.test(text[stop] ?? '') && !(isData && text.startsWith(']]>', stop))) stop += 1
  if (stop + 3 > text.length && !isWhole && stop - from < VALUE_CHARS) return 'more'
  if (!text.startsWith(isData ? ']]>' : '</', stop)) return null
  const whole = text.slice(from, stop)
  const value = whole.trim()
  if (value.includes('\n') || !isSecretValue(value, credential, 'quoted')) return null
  const at = from + whole.indexOf(value)
  return { at, end: at + value.length, rule: RULES[credential.family] }
}
