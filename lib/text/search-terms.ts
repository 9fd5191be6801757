/** A term of a search: consecutive words. The last may be the beginning of a longer word, but not in a phrase. */
export type SearchTerm = { words: string[]; isPhrase: boolean; isExcluded: boolean }

const TERM = /(-?)"([^"]*)"?|(\S+)/g

/** The terms of a query: `"…"` is a phrase, `-` before one excludes it. Punctuation alone is ignored. */
export function searchTerms(query: string): SearchTerm[] {
  return [...query.matchAll(TERM)].flatMap(([, minus, phrase, word = '']) => {
    const isPhrase = phrase !== undefined
    const isExcluded = isPhrase ? minus === '-' : word.startsWith('-')
    const words = wordsIn(phrase ?? word).map(({ word }) => word)
    return words.length > 0 ? [{ words, isPhrase, isExcluded }] : []
  })
}

/** `tails`: the rest of a name from each part on, as `session` in `useSession` and `10` in `v10`. */
type FoundWord = { word: string; tails: string[]; from: number; to: number }

/** What is written without spaces, what is no part of a word, and what is left out of one: as "search_words" has it. */
const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u11ff\\u1780-\\u17ff\\u3005-\\u3007\\u3031-\\u30fa\\u30fc-\\u30ff\\u3400-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\u{20000}-\\u{3ffff}'
const SIGNS =
  '\\u0000-/:-@\\[-`{-\\u00a9\\u00ab-\\u00b1\\u00b4\\u00b6-\\u00b8\\u00bb\\u00bf\\u00d7\\u00f7\\u05be\\u05c0\\u05c3\\u060c\\u061b\\u061f\\u0964\\u0965\\u2000-\\u200b\\u200e-\\u206f\\u20a0-\\u20cf\\u2190-\\u245f\\u2500-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u30fb\\ud800-\\udfff\\ufe10-\\ufe1f\\ufe30-\\ufe6f\\ufffc\\ufffd\\u{1f000}-\\u{1faff}'
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u200c\u200d]+/g
const RUN = new RegExp(`[${UNSPACED}]+|[^${SIGNS}${UNSPACED}]+`, 'gu')
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')
const PART = /(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[0-9])(?![0-9])|(?<![0-9])(?=[0-9])/

/**
 * The words of a text, in one form, and their places: without accents, in lower case. Of what is written without spaces
 * each character is a word together with the one behind it.
 */
export function wordsIn(text: string): FoundWord[] {
  const words: FoundWord[] = []
  for (const { 0: raw, index: from } of text.matchAll(RUN)) {
    const folded = /\P{ASCII}/u.test(raw) ? raw.normalize('NFKD').replace(MARKS, '').normalize('NFKC') : raw
    const span = { from, to: from + raw.length }
    for (const run of folded.match(RUN) ?? []) {
      if (!IS_UNSPACED.test(run)) words.push({ ...nameOf(run), ...span })
      else for (const pair of pairsOf(run, from)) words.push(run === raw ? pair : { ...pair, ...span })
    }
  }
  return words
}

function pairsOf(run: string, from: number): FoundWord[] {
  let to = from
  const chars = [...run]
  return chars.map((char, at) => {
    to += char.length
    return { word: char + (chars[at + 1] ?? ''), tails: [], from: to - char.length, to }
  })
}

function nameOf(run: string): Pick<FoundWord, 'word' | 'tails'> {
  const parts = (run.length > 100 ? [...run].slice(0, 100).join('') : run).split(PART)
  const rests = parts.map((_, at) => parts.slice(at).join('').toLowerCase().replaceAll('ς', 'σ'))
  return { word: rests[0] ?? '', tails: parts.length > 6 ? [] : rests.slice(1) }
}

/** The words of a term, and whether each may be the beginning of a longer one. */
export const patternsOf = ({ words, isPhrase }: SearchTerm): { word: string; isOpen: boolean }[] =>
  words.map((word, at) => ({
    word,
    isOpen: (IS_UNSPACED.test(word) && [...word].length === 1) || (!isPhrase && at === words.length - 1),
  }))

type Excerpt = { excerpt: string; highlights: [number, number][] }

/** The most characters of an excerpt, and how many of them precede the match. */
const MOST = 240
const BEFORE = 60

/** The part of a text around the first match, as one line, and where in it the terms are. */
export function excerptOf(text: string, terms: SearchTerm[]): Excerpt {
  const included = terms.filter(term => !term.isExcluded)
  const [first] = placesOf(text, included)
  const begin = first === undefined || first[0] <= BEFORE ? 0 : wordBefore(text, first[0] - BEFORE)
  const end = begin + MOST
  const part = text.slice(begin, end).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
  const line = part.replace(/\s+/g, ' ').trim()
  const excerpt = `${begin > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`
  return { excerpt, highlights: merged(placesOf(excerpt, included)) }
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
  const textWords = wordsIn(text)
  const patterns = terms.map(patternsOf)
  return textWords.flatMap((start, index) =>
    patterns.flatMap((words): [number, number][] => {
      const isHere = words.every(({ word, isOpen }, offset) => {
        const { word: there = '', tails = [] } = textWords[index + offset] ?? {}
        return [there, ...tails].some(each => (isOpen ? each.startsWith(word) : each === word))
      })
      return isHere ? [[start.from, textWords[index + words.length - 1]?.to ?? start.to]] : []
    }),
  )
}

/** Places that overlap are one. */
function merged(ranges: [number, number][]): [number, number][] {
  const all: [number, number][] = []
  for (const [from, to] of ranges) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}
