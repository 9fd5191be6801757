/** A term of a search: consecutive words. The last may be the beginning of a longer word, but not in a phrase. */
export type SearchTerm = { words: string[]; isPhrase: boolean; isExcluded: boolean }

const TERM = /(-?)"([^"]*)"?|(\S+)/g

/** The terms of a query: `"…"` is a phrase, `-` before one excludes it. Punctuation alone is ignored. */
export function searchTerms(query: string): SearchTerm[] {
  return [...query.matchAll(TERM)].flatMap(([, minus, phrase, word = '']) => {
    const isPhrase = phrase !== undefined
    const isExcluded = isPhrase ? minus === '-' : word.startsWith('-')
    const words = wordsIn(phrase ?? word).map(match => match.word)
    return words.length > 0 ? [{ words, isPhrase, isExcluded }] : []
  })
}

export type FoundWord = { word: string; from: number; to: number }

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** The words of a text, normalised for comparison, and their places. */
export const wordsIn = (text: string): FoundWord[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    from: index,
    to: index + word.length,
  }))

export type Excerpt = { excerpt: string; highlights: [number, number][] }

/** The most characters of an excerpt, and how many of them precede the match. */
const MOST = 240
const BEFORE = 60

/** The part of a text around the first match, as one line, and where in it the terms are. */
export function excerptOf(text: string, terms: SearchTerm[]): Excerpt {
  const wanted = terms.filter(term => !term.isExcluded)
  const [first] = placesOf(text, wanted)
  const begin = first === undefined || first[0] <= BEFORE ? 0 : wordBefore(text, first[0] - BEFORE)
  const end = begin + MOST
  const part = text.slice(begin, end).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
  const line = part.replace(/\s+/g, ' ').trim()
  const excerpt = `${begin > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`
  return { excerpt, highlights: merged(placesOf(excerpt, wanted)) }
}

type Excerpts = { texts: string[]; terms: SearchTerm[] }

/** The excerpts of all hits of a search: a Job. */
export const MAKE_EXCERPTS = {
  name: 'make excerpts',
  size: ({ texts }: Excerpts): number => texts.reduce((chars, text) => chars + text.length, 0),
  longestMs: 20_000,
  run: ({ texts, terms }: Excerpts): Excerpt[] => texts.map(text => excerptOf(text, terms)),
}

/** Avoids starting in the middle of a word if one begins soon. */
function wordBefore(text: string, at: number): number {
  const space = text.slice(at, at + BEFORE / 2).search(/\s/)
  return space < 0 ? at : at + space + 1
}

/** Where any of the terms stands, in order. */
function placesOf(text: string, terms: SearchTerm[]): [number, number][] {
  const found = wordsIn(text)
  return found.flatMap((start, index) =>
    terms.flatMap(({ words, isPhrase }): [number, number][] => {
      const isHere = words.every((word, offset) => {
        const there = found[index + offset]?.word
        const isOpen = !isPhrase && offset === words.length - 1
        return isOpen ? there?.startsWith(word) : there === word
      })
      return isHere ? [[start.from, found[index + words.length - 1]?.to ?? start.to]] : []
    }),
  )
}

/** Places that overlap are one. */
function merged(places: [number, number][]): [number, number][] {
  const all: [number, number][] = []
  for (const [from, to] of places) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}
