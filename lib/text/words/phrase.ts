import compile from 'icu-minify/compile'
import format from 'icu-minify/format'
import { ENGLISH } from './english'
import { RUSSIAN } from './russian'

type Tables = typeof ENGLISH
type Codes<Area extends keyof Tables> = `${Area}.${keyof Tables[Area] & string}`

/** What the server can say, each by its code. */
export type WordsCode = { [Area in keyof Tables]: Codes<Area> }[keyof Tables]

type Params = Record<string, string | number>

/**
 * A text as it is stored: a newer version may have written a code that is not known here. `parts` go in as `{parts}`,
 * each on a line of its own where `joint` says so.
 */
type StoredWords = {
  code: string
  params?: Params | undefined
  parts?: StoredWords[] | undefined
  joint?: 'lines' | undefined
}

/** The same where it is written. */
export type Words = {
  code: WordsCode
  params?: Params
  parts?: Words[]
  joint?: 'lines'
}

const TABLES = { en: ENGLISH, ru: RUSSIAN }
export type TableLanguage = keyof typeof TABLES

/** What the server itself writes, and models read. */
export const phrase = (words: Words): string => translated('en', words) ?? words.code

/** The words in a language; null where their code is not known. */
export function translated(
  language: TableLanguage,
  { code, params, parts, joint }: StoredWords,
): string | null {
  const message = messageOf(language, code)
  if (message === null) return null
  const joined = parts?.map(part => translated(language, part))
  if (joined?.includes(null)) return null
  const values = joined ? { ...params, parts: joined.join(joint === 'lines' ? '\n' : '; ') } : params
  return String(format(message, language, values, { formatters: FORMATTERS }))
}

type Message = ReturnType<typeof compile>

const compiled = new Map<string, Message>()

/** Compiled once, when it is first said. */
function messageOf(language: TableLanguage, code: string): Message | null {
  const key = `${language} ${code}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  const text = textOf(TABLES[language], code)
  if (text === null) return null
  const message = compile(text)
  compiled.set(key, message)
  return message
}

function textOf(table: Tables, code: string): string | null {
  const [area = '', name = ''] = code.split('.', 2)
  const texts: Record<string, string> | undefined = Object.hasOwn(table, area)
    ? table[area as keyof Tables]
    : undefined
  return texts && Object.hasOwn(texts, name) ? (texts[name] ?? null) : null
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
