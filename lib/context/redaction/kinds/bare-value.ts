import { isName, type Standing } from '../literal-value'
import { type Chars, charTable, type Reading, type SecretMatch, withoutStop } from '../reading'
import { type Bounds, ENDS_LINE, extended, matchOf, VALUE_CHARS, valueEnd } from '../value-end'
import { enclosing, PLACES, surroundings, type ValueContext } from '../value-place'
import { areInARow } from '../words'

/** So much from where the value begins, if it is a secret as it stands there. */
type Piece = (length: number, standing: Standing) => SecretMatch | null

/** A value that stands in no quotes. */
export function readBare(reading: Reading, from: number, context: ValueContext): SecretMatch | 'more' | null {
  const { text, isWhole } = reading
  const { name, place, credential } = context
  const isReal = context.line === 'real'
  const own = enclosing(text, name)
  const bounds = (ends: Chars): Bounds => ({ quote: own, ends, escapes: !isReal || own !== undefined })
  const endOf = (ends: Chars): number => valueEnd(text, from, bounds(ends))
  const { standing, ends } = PLACES[place]
  const end = endOf(ends)
  const line = place === 'setting' && context.line ? endOf(ENDS_LINE) : end
  if (line + 4 > text.length && !isWhole && line - from < VALUE_CHARS) return 'more'
  const isLine = standing === 'line' || place === 'header'
  // What it is, its end tells, and that is a secret by now.
  if (text[end] === '⟦') return null
  const piece: Piece = (length, how) => {
    const end = from + length
    const isOpen = text[end] === '⟦' || (how === 'loose' && /[([]/.test(text[end] ?? '') && place === 'loose')
    return isOpen ? null : matchOf({ at: from, end, value: text.slice(from, end) }, credential, how)
  }
  const row = text.slice(from, line).trimEnd()
  const word = text.slice(from, end).trimEnd()
  const number = numberLength(context, word)
  if (number > 0) return piece(number, 'quoted')
  const data = isLine && own === undefined ? dataLength(reading, row, context) : 0
  if (data > 0) return extended(reading, piece(data, 'quoted'), bounds(ENDS_WORD))
  const match = isLine
    ? lineMatch(text.slice(from, end), context, piece)
    : line > end && areInARow(row.split(/\s+/), 3)
      ? piece(row.length, 'plain')
      : wordMatch(text.slice(from, end), context, piece)
  return extended(reading, match, bounds(ends === ENDS_LINE ? ENDS_WORD : ends))
}

/** A number under a name in quotes, as in JSON. */
const numberLength = ({ credential, name }: ValueContext, word: string): number =>
  credential.isCertain && name.isQuoted ? (/^\d+(?=\s*(?:[,}\]]|$))/.exec(word)?.[0].length ?? 0) : 0

const WORD = /^[\p{L}\p{N}_!?@#$%^+.-][\p{L}\p{N}_!?@#$%^&*+.-]*$/u

/**
 * How much of a line that gives nothing but a name and a word is the value; 0 where the word may as well be a name or a
 * type in a program, as the lines before tell.
 */
function dataLength({ text }: Reading, row: string, context: ValueContext): number {
  const { name, separator, line, credential, place } = context
  if (!credential.isCertain || line === null || place === 'header') return 0
  const value = row.replace(COMMENT, '').trimEnd()
  const around = surroundings(text, name.first)
  if (around === 'program') return 0
  if (/^[a-z]+$/.test(value) && separator === ':' && !name.isQuoted) return value.length
  if (/\s/.test(value)) return around === 'data' && PHRASE.test(value) ? value.length : 0
  const isAssigned = separator === '=' && place !== 'property'
  if ((isAssigned && around !== 'data') || !WORD.test(value)) return 0
  return isName(value) ? 0 : value.length
}

const PHRASE = /^[\p{L}\p{N}][\p{L}\p{N}' -]*$/u

function wordMatch(word: string, { place, credential }: ValueContext, piece: Piece): SecretMatch | null {
  if (place === 'loose') return piece(withoutStop(word, 0, word.length), 'loose')
  if (place === 'option') return piece(word.length, credential.isCertain ? 'plain' : 'quoted')
  return piece(withoutBrackets(word).length, 'plain')
}

const ENDS_WORD = charTable(/[\s"'`]/)
const COMMENT = /(?<!\s)\s+(?:#|\/\/|;|\\$|<!--).*$/
/** How a line of a program ends, and hardly a value. */
const ENDS_CODE = /[,;{([]$|\):?$/

function lineMatch(source: string, { credential, place }: ValueContext, piece: Piece): SecretMatch | null {
  const line = source.replace(COMMENT, '').trimEnd()
  const words = line.split(/\s+/)
  if (ENDS_CODE.test(line) && place !== 'header') {
    return words.length > 1 ? null : piece(withoutBrackets(line.replace(/[,;{([:]+$/, '')).length, 'loose')
  }
  const { standing } = PLACES[place]
  if (words.length === 1) return piece(withoutStop(line, 0, line.length), standing)
  if (credential.isCertain && areInARow(words, 3)) return piece(line.length, standing)
  if (/^[[({<]/.test(line)) return null
  const first = words[0] ?? ''
  return piece(withoutStop(first, 0, first.length), 'loose')
}

/** Without a bracket at its end that was opened before. */
const withoutBrackets = (value: string): string =>
  /[)\]}]$/.test(value) && !/[([{]/.test(value) ? value.replace(/[)\]},.]+$/, '') : value
