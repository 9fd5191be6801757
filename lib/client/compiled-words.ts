import compile from 'icu-minify/compile'
import type { Language } from './words/languages'
import { WORDS, type Words } from './words/words-of'

/**
 * The words of the page as it takes them in: read once, here, so that no browser has to load what reads them
 * (`next.config.mjs` puts a formatter of what has been read in the place of the whole one).
 */
export const COMPILED_WORDS: Record<Language, Words> = { en: compiled(WORDS.en), ru: compiled(WORDS.ru) }

function compiled<T>(words: T): T {
  const entries = Object.entries(words as object).map(([name, word]) => [
    name,
    typeof word === 'string' ? plain(compile(word)) : compiled(word),
  ])
  // Of the same shape, with what a message is read into in its place; only the formatter looks at it.
  return Object.fromEntries(entries) as T
}

/** What is told from server to browser consists of plain objects; those of the reader have no prototype. */
function plain(message: unknown): unknown {
  return JSON.parse(JSON.stringify(message))
}
