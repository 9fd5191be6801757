import { type SecretName, secretName } from './secret-name'

/**
 * How a value is written beside its name. `plain`: where only values are written, as in a setting, an address or a
 * header. `quoted`: in quotes. `loose`: anywhere else, also in prose and in programs.
 */
export type Standing = 'plain' | 'quoted' | 'loose'

const LEAST = 4
/** Only this much of a value is judged. */
export const JUDGED = 256

/** What everybody writes in the place of a secret. */
const PLACEHOLDER =
  /^(?:change[-_ ]?(?:me|it|this)[\w-]*|your[-_ ][a-z_ -]*|[\w-]{0,16}x{4,}\w*|.{0,16}(?:\.{3}|…).{0,4}|(?:test|fake|mock|dummy|example|sample)(?:[-_](?:api[-_]?)?(?:key|token|secret|password))?|placeholder|todo|redacted|masked|hidden|none|null|nil|undefined|void|true|false|(?:required|nullable|optional)[\w|:,]*|latest|next|read|write|default|missing|invalid|empty|unset|postgres|mysql|root|admin|guest|string|number|text|object|bearer|basic)$/i
/** What a program, a shell or a template puts a value in place of. */
const VARIABLE =
  /^\$[A-Za-z_]\w*$|^\$[([]|\$\{[\w("'`{ ]|\{\{[^{}]*\}\}|#\{\w|%\(\w+\)|^%[\w()]+%$|^%[sdv]$|^%\{|^<[\w .:/|'-]*>$|^&lt;|^\[[\w .*-]*\]$|^\{[\w.:()]*\}$|^@\w+@$|^!(?:vault|Ref|Sub|GetAtt)\b/
const LOCATION =
  /^[a-z][a-z\d+.-]*:\/\/|^arn:|^#?[~.]{0,2}(?:\/[a-z_.-]+)+$|^[\w./-]+\.(?:pem|key|crt|txt|json|ya?ml|toml|env|js|ts|py)$/i
const VERSION = /^[\^~<>=v]{0,2}\d+(?:\.[\dx*]+)+(?:[-+ |<>=.\w]*)$|^(?:workspace|catalog|npm|github):/
/** A call, or a list or an object that ends here. */
const EXPRESSION = /^[A-Za-z_$!][\w$.:]*\((?:.*\))?[,;]?$|^[([{].*[)\]}][,;]?$/
const NAMES_SECRET = /pass(?:word|wd|phrase|code)|secret|token|\bkey|credential/i
/** There a text of a program ended, in which the name stood, and the program goes on. */
const GOES_ON = /^["'`]?(?:[+,;)\]}.%]+\s|\s)/

/** Whether the value of a name is a secret, rather than a placeholder, an expression or a caption. */
export function isSecretValue(whole: string, name: SecretName, standing: Standing): boolean {
  const value = whole.slice(0, JUDGED)
  // A private key is read from there on, with all its lines.
  if (value.length < LEAST || !/[\p{L}\p{N}]/u.test(value) || value.startsWith('-----BEGIN ')) return false
  // In a row of words the first one tells.
  const first = standing === 'plain' ? (value.split(/\s/, 1)[0] ?? '') : value
  if ([PLACEHOLDER, VARIABLE, LOCATION].some(form => form.test(first) || form.test(value.trim())))
    return false
  // It is named after what it holds.
  if (/^[A-Za-z_.]+$/.test(value) && secretName(value)) return false
  if (standing === 'quoted') return !GOES_ON.test(value) && !VERSION.test(value) && !isCaption(value, name)
  if (EXPRESSION.test(value)) return false
  return standing === 'plain' || isNoIdentifier(value, name)
}

/** What is said of a secret; under a vague name also any other words, and the name of a constant. */
function isCaption(value: string, { isUpper, isVague }: SecretName): boolean {
  if (isVague && (/^[A-Z]+(?:_[A-Z]+)*$/.test(value) || (!isUpper && SENTENCE.test(value)))) return true
  return !isUpper && (LABEL.test(value) || (/\s/.test(value) && NAMES_SECRET.test(value)))
}

/** Three words or more, as a form has them: only the first begins with a capital. */
const LABEL = /^\p{Lu}\p{Ll}*(?:[ ,’'-]+\p{Ll}+){2,}[.?!…]?$/u

const SENTENCE = /^\p{L}{1,20}(?:[\s._:/,-]+\p{L}{1,20})*[.!?]?$|^\p{Lu}.*\s.*[.!?…]$/u

/** Whether a value can be no name or type in a program, and no word. */
function isNoIdentifier(value: string, { rule }: SecretName): boolean {
  const isPassword = rule === 'Password'
  if (isPassword && /^\p{L}+(?:-\p{L}+){2,}$/u.test(value)) return true
  if (/^[\p{L}_$./:-]+$/u.test(value) || VERSION.test(value) || NAMES_SECRET.test(value)) return false
  if (/^\w+=\w/.test(value)) return false
  if (/^\d+$/.test(value)) return isPassword
  if (/^\w+$/.test(value))
    return isPassword
      ? value.length >= 6
      : (value.length >= 16 && /\d/.test(value)) || (value.length >= 8 && /\d.*\d/.test(value))
  return !/^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)+$/.test(value) && value.length >= 6
}
