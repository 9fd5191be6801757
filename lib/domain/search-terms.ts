/**
 * A part of what is looked for: words that stand one after the other. The last of them may be the beginning of
 * a longer one, but not in a phrase.
 */
export type SearchTerm = { words: string[]; isPhrase: boolean; isExcluded: boolean }

const TERM = /(-?)"([^"]*)"?|(\S+)/g

/** What was written, as terms: `"…"` is a phrase, `-` before one excludes it. Signs alone say nothing. */
export function searchTerms(written: string): SearchTerm[] {
  return [...written.matchAll(TERM)].flatMap(([, minus, phrase, word = '']) => {
    const isPhrase = phrase !== undefined
    const isExcluded = isPhrase ? minus === '-' : word.startsWith('-')
    const words = wordsIn(phrase ?? word).map(found => found.word)
    return words.length > 0 ? [{ words, isPhrase, isExcluded }] : []
  })
}

export type FoundWord = { word: string; from: number; to: number }

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** The words of a text, as they are compared, and where they stand. */
export const wordsIn = (text: string): FoundWord[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    from: index,
    to: index + word.length,
  }))
