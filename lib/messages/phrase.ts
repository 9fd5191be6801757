import compile from 'icu-minify/compile'
import format from 'icu-minify/format'
import enExport from './en/export.json' with { type: 'json' }
import enServer from './en/server.json' with { type: 'json' }
import ruExport from './ru/export.json' with { type: 'json' }
import ruServer from './ru/server.json' with { type: 'json' }

/** What the server says, by area and name: `file.create` is a code. */
const TABLES = {
  en: { ...enServer, export: enExport },
  ru: { ...ruServer, export: ruExport },
}
type Tables = typeof TABLES.en
type Codes<Area extends keyof Tables> = `${Area}.${keyof Tables[Area] & string}`

/** What the server can say, each by its code. */
export type TextCode = { [Area in keyof Tables]: Codes<Area> }[keyof Tables]

export type TableLanguage = keyof typeof TABLES

/** A text as it is stored: a newer version may have written a code that is not known here. */
export type StoredText = {
  code: string
  params?: Record<string, string | number | StoredText> | undefined
  parts?: StoredText[] | undefined
  joint?: 'lines' | undefined
}

/**
 * What the server says: a code, and what is put into its text. Such a param may be said in the reader's language too.
 * `parts` go in as `{parts}`, each on a line of its own where `joint` says so.
 */
export type CodedText = {
  code: TextCode
  params?: Record<string, string | number | CodedText>
  parts?: CodedText[]
  joint?: 'lines'
}

/** A text that comes from elsewhere, as it is. */
export const plain = (text: string): CodedText => ({ code: 'plain.text', params: { text } })

/** The first of them, and how many more there are. */
export const firstOf = (parts: CodedText[], most: number, code: TextCode): CodedText[] =>
  parts.length > most ? [...parts.slice(0, most), { code, params: { count: parts.length - most } }] : parts

/** What somebody is told of what went wrong. */
export class CodedError extends Error {
  override readonly name = 'CodedError'
  readonly codedText: CodedText

  constructor(codedText: CodedText, options?: ErrorOptions) {
    super(phrase(codedText), options)
    this.codedText = codedText
  }
}

/** In English: what goes into the record, to models, and to whoever uses the API. */
export const phrase = (codedText: CodedText): string => inEnglish(codedText)

export const inEnglish = (codedText: StoredText): string => translated('en', codedText) ?? codedText.code

/** The words in a language; null where a code in them is not known. */
export function translated(
  language: TableLanguage,
  { code, params = {}, parts, joint }: StoredText,
): string | null {
  const message = messageOf(language, code)
  if (message === null) return null
  const values: Record<string, string | number> = {}
  for (const [name, param] of Object.entries(params)) {
    const value = typeof param === 'object' ? translated(language, param) : param
    if (value === null) return null
    values[name] = value
  }
  const joined = parts?.map(part => translated(language, part))
  if (joined?.includes(null)) return null
  if (joined) values.parts = joined.join(joint === 'lines' ? '\n' : '; ')
  return String(format(message, language, values, { formatters: FORMATTERS }))
}

export const isCode = (text: string): text is TextCode => textOf(TABLES.en, text) !== null

type Message = ReturnType<typeof compile>

const compiled = new Map<string, Message>()

/** Compiled once, when it is first said. */
function messageOf(language: TableLanguage, code: string): Message | null {
  const key = `${language} ${code}`
  const cached = compiled.get(key)
  if (cached !== undefined) return cached
  const text = textOf(TABLES[language], code)
  if (text === null) return null
  const message = compile(text)
  compiled.set(key, message)
  return message
}

function textOf(table: Tables, code: string): string | null {
  const [area = '', name = ''] = code.split('.', 2)
  const texts: Record<string, string> = Object.hasOwn(table, area) ? table[area as keyof Tables] : {}
  return Object.hasOwn(texts, name) ? (texts[name] ?? null) : null
}

/** Numbers are parted by plain spaces, since any other one is shown as something hidden. */
class PlainNumbers extends Intl.NumberFormat {
  override format(value: number): string {
    return super.format(value).replace(/[\u00a0\u202f]/g, ' ')
  }
}

const inEach = <T>(make: (language: TableLanguage) => T): Record<TableLanguage, T> => ({
  en: make('en'),
  ru: make('ru'),
})

const NUMBERS = inEach(language => new PlainNumbers(language))
const PLURALS = inEach(language => new Intl.PluralRules(language))

const FORMATTERS = {
  getNumberFormat: (language: unknown) => NUMBERS[language as TableLanguage],
  getPluralRules: (language: unknown) => PLURALS[language as TableLanguage],
  getDateTimeFormat: () => {
    throw new Error('No text of the server holds a time.')
  },
}
