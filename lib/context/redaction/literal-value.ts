import type { Credential } from './credential-name'
import { areInARow, isWordy } from './words'

/**
 * How a value is written beside its name. `plain`: where only values are written, as in an environment file, an
 * address or a header. `quoted`: in quotes, which may also hold a caption or the name of something else. `line`:
 * unquoted, as all that a line says about its name, which may also be a line of a program. `loose`: anywhere else.
 */
export type Standing = 'plain' | 'quoted' | 'line' | 'loose'

/** Behind a quote: there the text ended that the name stands in, and its program goes on. */
export const goesOn = (value: string): boolean => /^\s*[+,;)\]}%]+(?:\s|[.)].*\s)/.test(value)

/** Only this much of a value is examined. */
const JUDGED = 128
const LEAST = 4

/** Whether the value of a credential is a secret, rather than an expression or a placeholder. */
export function isSecretValue(whole: string, credential: Credential, standing: Standing): boolean {
  const value = whole.slice(0, JUDGED)
  const isWritten = standing === 'plain' || standing === 'quoted'
  if (value.length < LEAST || !/[\p{L}\p{N}]/u.test(value)) return false
  if (PLACEHOLDER.test(value) || DOCUMENTED.test(value) || CONSTANT.test(value) || NOTHING.test(value))
    return false
  if (isWritten && FOREIGN_WORD.test(value)) return false
  if (isLocation(value) || isSign(value, credential)) return false
  if (standing !== 'plain' && isVersion(value)) return false
  if (!(isWritten && credential.isCertain) && isNumberOf(credential, value)) return false
  if (isWritten ? TYPE_WORD.test(value) : isType(value)) return false
  if (standing !== 'quoted' && isExpression(value, standing === 'plain')) return false
  if (/\s/.test(value)) {
    return standing === 'quoted' && credential.isCertain ? !isFieldCaption(value) : !isProse(value, standing)
  }
  if (standing === 'plain' && credential.isCertain) return true
  return isWritten ? isQuotedSecret(value, credential) : isBareSecret(value, credential, standing)
}

/** Placeholders for secrets: a variable, a template, a mark. */
const PLACEHOLDER =
  /^\$[A-Za-z_]\w*$|^\$\([a-z]{2}|^\$\{\{?[ A-Za-z_]|^\$env:\w+$|^%[A-Za-z_]\w*%$|^(?:%[-\d.]*[sdvqx@][:@/., -]?)+(?:\\[rn])*$|^@\w+@$|^__\w+__$|^<[\w .:/|'-]*>$|^\[[\w .…*-]*\]$|^\{[\w.:!()]*\}$|^\(\?[P:<=!]|^(?:[\w\s.:-]*\{\d\})+[\w\s.:-]*$|\$\{[\w.:?-]*\}|\$\{\{|\{\{[^{}]*\}\}|#\{[\w.]+\}|%\([\w.]+\)s|^[xX.*#•…_?-]+$|^&lt;[\w -]*&gt;$|^[\w-]+ +(?:%[sdvqx]|\{\w*\}|\$\{?\w+\}?|<[\w -]*>)?$|^%[\w.]+(?:\([\w:.]+\))?%$|^%\{[\w:-]+\}\w$|^<[a-z]{1,12}$|^[\w-]{0,16}(?:\.{3}|…)\w{0,4}$/

/** Placeholders from documentation, which everybody knows are not secret. */
const DOCUMENTED =
  /^(?:change[-_ ]?(?:me|it|this)(?:[-_][a-z]+)*|replace[-_ ]?(?:me|it|this)|placeholder|todo|tbd|redacted|masked|hidden|dummy|example)\W*$|^(?:your|insert|enter)[-_ ][a-z_ -]*(?:here|key|token|secret|password|id|credentials?|value)\W*$|^(?:[a-z]{2,4}[-_])?x{6,}|^(?:test|fake|mock|dummy)(?:[-_](?:api[-_]?)?(?:key|token|secret|password))?$|^(?:postgres|mysql|root|admin|guest|minioadmin)$/i
const CONSTANT = /^(?:[A-Z]+_)*(?:PASS(?:WORD|WD|PHRASE)?|TOKEN|SECRET|KEY|CREDENTIALS?|AUTH)$/

const NOTHING =
  /^(?:basic|bearer|digest|negotiate|null|undefined|none|nil|void|nan|true|false|yes|no|on|off|required|optional|nullable|enabled|disabled|missing|empty|unset|default|auto|inherit|read|write|cram-md5|gssapi|ntlm|hashed|encrypted|confirmed|done|pending|planned|implemented|in[-_ ]progress)\b[|,:]?[\w|:,]*$/i

const FUNCTION_WORDS = new Set(
  'a an and are as at be been by can cannot could did do does enter for from given has have if in into is it its may must new no not of on or our please should so such than that the their then there these this to used using was were when where which will with would you your'.split(
    ' ',
  ),
)
const NAMES =
  /^(?:pass(?:word|phrase|code|wd)?|token|secret|key|credential|auth|authentication|authorization|login|user|name|username)s?$/i

/** What a password, a key and a token are called in the languages that programs speak to people. */
const FOREIGN_WORD =
  /^(?:passw?ort|kennwort|mot de passe|contraseña|clave|senha|palavra-passe|parola|wachtwoord|lösenord|passord|adgangskode|kodeord|salasana|lykilorð|hasło|heslo|jelszó|lozinka|geslo|parool|slaptažodis|şifre|mật khẩu|kata sandi|пароль|парола|лозинка|κωδικός|סיסמה|كلمة (?:المرور|السر)|گذرواژه|रहस्य|पासवर्ड|सांकेतिक शब्द|รหัสผ่าน|密码|密碼|パスワード|비밀번호|암호|(?:zugriffs|zugangs)?token|jeton|токен(?: доступа)?|ключ(?: api)?|(?:api-?)?schlüssel|privater schlüssel|clé(?: d['’]api)?|geheimnis|トークン|토큰|令牌|密钥|密鑰)$/iu

const FIELD_WORD =
  /^(?:pass(?:word|phrase|code|wd|wort)?|kennwort|contraseña|senha|wachtwoord|lösenord|пароль|密码|token|secret|key|credential|authentication|authorization|login|user|user ?name|field|character|required|invalid|incorrect|must)s?$/iu

/** What a form says about a field for a secret; any other sentence there is a passphrase. */
const isFieldCaption = (value: string): boolean =>
  /^\W*(?:enter|please|your|too|is|isn['’]t|can(?:no|['’])t|must|should|not|at least|choose|forgot) /i.test(
    value,
  ) || areFieldWords(value)

const areFieldWords = (value: string): boolean =>
  value.split(/[^\p{L}\p{N}_]+|(?<=\p{Ll})(?=\p{Lu})/u).some(word => FIELD_WORD.test(word))

/** A sentence or a caption; a row of words that is neither is a passphrase. */
function isProse(value: string, standing: Standing): boolean {
  const words = value.trim().split(/\s+/)
  const plain = words.map(word => word.replace(/^["'(]+|[)"'.,;:!?…]+$/g, ''))
  if (plain.some(word => FUNCTION_WORDS.has(word.toLowerCase()) || NAMES.test(word))) return true
  if (/[.?!:…]$/.test(value) && plain.every(word => /^\p{L}*$/u.test(word))) return true
  if (words.some(word => /^[({[<]|[)}\]>;,]$|^[=&|<>+*/-]+$|^(?:\/\/|#)/.test(word)))
    return standing !== 'quoted'
  if (plain.some(word => /\d/.test(word) && word.length >= 6)) return false
  return !areInARow(words, 3)
}

const isNumberOf = ({ family }: Credential, value: string): boolean =>
  /^0x[\da-f]{1,8}$/i.test(value) || (/^\d+$/.test(value) && family === 'token' && value.length < 8)

/** Other meanings of “token” in a program: a colour, a dotted number, a word. */
const isSign = (value: string, { family, isCertain }: Credential): boolean =>
  family === 'token' && (/^\d+(?:\.\d+)+$/.test(value) || (!isCertain && /^#[\da-f]{3,8}$/i.test(value)))

const CREDENTIAL_WORD =
  /^(?:pass(?:word|phrase|code|wd)?|pwd|token|secret|key|cred(?:ential)?|auth|authkey|apikey|keyfile|authorization|login|cookie|header|field|input)s?$/i

const partsOf = (value: string): string[] =>
  value.split(/[^\p{L}\d]+|(?<=[\p{Ll}\d])(?=\p{Lu})/u).filter(part => part !== '')

/** Whether a word is an expression, a type that all know, or named after what it holds: `config.secret`, `newPassword`. */
export const isName = (word: string): boolean =>
  isExpression(word, false) ||
  TYPE_WORD.test(word.replace(/[?!]+$/, '')) ||
  isVersioned(word) ||
  partsOf(word).some(part => CREDENTIAL_WORD.test(part))

/** A name or a caption: one word or a few, without a number but one that counts. */
export const isCaption = (value: string): boolean =>
  /^[\p{L}\p{N}\s_.,:/'’()-]*$/u.test(value) &&
  isWordy(value) &&
  !/\d/.test(value.replace(/[-_.]\d$/, '')) &&
  !areInARow(value.split(/[-_. ]/), 4)

/** The name of a secret, as that of a setting or a column: `aws_secret_access_key`, `UserPasswordId`. */
const isNamedAfter = (value: string): boolean =>
  CREDENTIAL_WORD.test(
    partsOf(value)
      .filter((part, at) => at === 0 || !/^(?:id|name|value|env|var|param)s?$/i.test(part))
      .at(-1) ?? '',
  )

/** Words of any language, as they are written on a page. */
const SENTENCE = /^\p{Lu}\p{Ll}{1,19}(?:[ -]\p{L}{1,19}){0,9}[.?!…]?$/u

const IDENTIFIER = /^[A-Za-z]\w*(?:(?:::|_)[A-Za-z]\w*)+$/

function isQuotedSecret(value: string, { isCertain }: Credential): boolean {
  if (!isCertain && isVersioned(value)) return false
  if (IDENTIFIER.test(value) && isWordy(value) && isNamedAfter(value)) return false
  if (!isCertain && SENTENCE.test(value)) return false
  const caption = isCertain ? value : value.replace(/[?!…]+$/, '')
  if (!isCaption(caption)) return isCertain || !/^[^\p{L}\d]*\w{0,3}[^\p{L}\d]*$/u.test(value)
  return isCertain && !isNamedAfter(value)
}

/** Names in a program are made of words; one with a number may be a password, and so may words with hyphens. */
function isBareSecret(value: string, credential: Credential, standing: Standing): boolean {
  const bare = value.replace(/[,;]+$/, '')
  if (isVersioned(bare) || isNumberOf(credential, bare)) return false
  if (/^\d+$/.test(bare)) return standing === 'line' || bare.length >= 6
  const parts = partsOf(bare)
  const isNamed = parts.some(part => CREDENTIAL_WORD.test(part.replace(/\d+$/, '')))
  const isName = isWordy(bare) && /^[\p{L}\p{N}_$.@&*!?:-]*$/u.test(bare)
  if (isNamed && (!/\d/.test(bare) || /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(bare))) return false
  if (!isName) return credential.isCertain || bare.length >= 8
  const words = bare.split('-')
  if (areInARow(words, credential.isCertain ? 3 : 4)) return !words.some(word => FUNCTION_WORDS.has(word))
  return (
    /\d/.test(bare) &&
    !isNamed &&
    (credential.family === 'password' || (credential.isCertain && standing === 'line'))
  )
}

/** Types as programs and schemas name them. */
export const TYPE_WORD =
  /^(?:pass|string|str|text|number|int|integer|long|float|double|bool|boolean|bytes?|char|varchar|uuid|any|unknown|object|never|symbol|buffer|date|json|email|url|password|secret|array|list|dict|map|optional|option|self)$/i
const TYPE =
  /^(?:readonly |const )?(?:[&*?]|mut )*(?:[A-Za-z]\w*\.)*([A-Za-z]\w*)(?:[<[][\w\s,.|&<>[\]'"-]*)?[?!]*(?:\s*[|&=]\s.*|[,;)]+|\s*\{)?$/

/** Whether a value is the type of what its name stands for. */
export function isType(value: string): boolean {
  const name = TYPE.exec(value)?.[1]
  if (name === undefined) return false
  return (
    TYPE_WORD.test(name) || isVersioned(name) || (/^[A-Z]/.test(name) && !/\d/.test(name) && isWordy(name))
  )
}

const PATH =
  /^(?:[~#]|\.{1,2})?[/\\][\w.@ /\\:-]*$|^[A-Za-z]:\\|^[\w.-]+(?:\/[\w.-]+)*\.(?:pem|key|txt|json|ya?ml|toml|env|crt|cer|p12|pub|tsx?|m?js|py|go|rb|sh|md|html?|log)$/
const ADDRESS = /^[a-z][a-z0-9+.-]{1,20}:\/\/|^arn:[\w-]{2,12}:[a-z0-9-]+:/i

/** Whether a value is a location: an address or a file. */
export function isLocation(value: string): boolean {
  if (ADDRESS.test(value)) return true
  return PATH.test(value) && value.split(/[/\\]/).every(part => !/[A-Za-z\d]/.test(part) || isWordy(part))
}

const CALL =
  /^(?:[!(&*~-]|await |new |not |typeof )*([A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)*)(?:<[\w<>, ]*>)?[!?]?\.?([([{].*)$/
const ARGUMENTS = /^[\w\s$.,:'"`()[\]{}/=<>?+!|~-]*$/
const CODE_PATH = /^[$@&*!]?[A-Za-z_][\w$]*(?:(?:\?\.|!?\.|::|->)[A-Za-z_$][\w$]*)+[!;,]?$/
const ITEM = /^[A-Za-z_$][\w$]*\[[\w$+.'"-]*\][,;]?$/
const GENERIC = /^[A-Z]?[a-z]\w*(?:\.[\w$]+)*<[\w$.{}]*>?$/
const BRACKETS = /^[([{][\w\s'",.:()]*[)\]}][,;]?$|^[([{][,;]?$/
const PATTERN = /^\/.*[\\[\](+*^$].*\/[dgimsuvy]*[,;]?$/

/** What a program has such things in. */
const MEMBER =
  /^(?:self|this|super|process|os|config|conf|options|opts|settings|env|req|request|res|response|args|params|props|ctx|context|data|event|user|client|cls|window|document|import|var|local|secrets|module)\b[.[(?!]/
const SLICE = /^[A-Za-z_]\w*\[[\w:+-]*\]\.\w+\(|^[A-Za-z_]\w*\[[\w.]+,$|^[A-Za-z_][\w.]*\($/
/** An object or a list of JSON: what is in it has names of its own. */
const STRUCTURE = /^(?:\{["'}]|\[["'[{\]])/
const FORMS = [STRUCTURE, BRACKETS, PATTERN, ITEM, SLICE, GENERIC, MEMBER]

/**
 * Whether a value is a call, a member or what else a program may have in its place. `isPlain`: where only values are
 * written, and hardly a program.
 */
export function isExpression(value: string, isPlain: boolean): boolean {
  if (isCall(value, isPlain)) return true
  if (!isPlain && FORMS.some(form => form.test(value))) return true
  if (!CODE_PATH.test(value) || (isPlain && !MEMBER.test(value))) return false
  return value.split(/[^\w$]+/).every(part => part === '' || isWordy(part))
}

function isCall(value: string, isPlain: boolean): boolean {
  const [, callee = '', rest = ''] = CALL.exec(value) ?? []
  if (callee === '') return false
  const isWhole = /[)\]}][;,]?$/.test(rest)
  const areArguments = ARGUMENTS.test(rest)
  if (isWhole && areArguments && /^\([\w\s$.,'"-]*\)/.test(rest)) return true
  if (!/[A-Za-z]{3}/.test(callee) || !isWordy(callee)) return false
  if (isPlain || callee.length < 5) return isWhole && areArguments
  return isWhole || /^\([^()]*\)(?:\.[A-Za-z]\w*|\.\\$)+|^\(["'][A-Za-z]*$/.test(rest)
}

/** Of a package that is named after secrets, as lists of dependencies have it. */
const VERSION =
  /^(?:[\^~]|[<>]=?|={1,2})?v?\d{1,3}(?:\.(?:\d{1,3}|[x*])){0,2}(?:-[a-z]+[.\d]*)?(?:\+[\w.]+)?$/
const SOURCE =
  /^(?:latest|next|beta|alpha|canary|nightly)$|^(?:workspace|catalog|npm|link|file|portal|github|git\+\w+):/

/** One version, or several that are put together: `1.2.x || >=2.5.0`. A number alone is none. */
const isVersion = (value: string): boolean =>
  SOURCE.test(value) ||
  (/[.^~<>=]/.test(value) && value.split(/ \|\| | - | /).every(one => VERSION.test(one)))

/** What counts its versions or bits: by itself, or at the end of a name, where it begins with a capital. */
const VERSIONED = /^(?:v|base|sha|utf|md|argon|oauth|u?int|float|[hrep]s|aes|ed)[-_]?\d+$/i
const ENDS_VERSIONED =
  /[a-z](?:V|Base|Sha|SHA|Utf|UTF|Md|MD|Argon|OAuth|Int|Float|Hs|HS|Rs|RS|Es|ES)[-_]?\d+$/

const isVersioned = (name: string): boolean =>
  VERSIONED.test(name) || (/^[A-Za-z]+[-_]?\d+$/.test(name) && ENDS_VERSIONED.test(name))
