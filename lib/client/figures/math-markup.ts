import DOMPurify, { type Config } from 'dompurify'
import katex from 'katex'
import { hasHiddenCharacters } from '@/lib/text/hidden-characters'

/** A formula costs more the deeper and the longer it is, and draws nothing then that anybody can read. */
const DEEPEST = 40
const MOST_CHARS = 100_000
const LARGEST_EM = 10

const TAGS =
  'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle msub msup msubsup munder mover munderover mpadded mphantom menclose mtable mtr mtd mmultiscripts mprescripts'

/** No colours: a text in the colour of the paper would be there and not be seen. No styles, ids or addresses either. */
const ATTRIBUTES =
  'display displaystyle scriptlevel fence separator stretchy symmetric largeop accent accentunder movablelimits columnalign rowalign columnlines rowlines notation width height depth lspace rspace minsize maxsize linethickness mathsize mathvariant columnspacing rowspacing'

const ALLOWED = {
  ALLOWED_TAGS: TAGS.split(' '),
  ALLOWED_ATTR: ATTRIBUTES.split(' '),
  /** Beside what it draws KaTeX repeats the source. */
  FORBID_CONTENTS: ['annotation'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM: true,
} satisfies Config

/** MathML of a formula, or null where it is no formula, asks for more than letters and signs, or hides something. */
export function mathMarkup(tex: string, isDisplay: boolean): string | null {
  const markup = depthOf(tex) > DEEPEST ? null : katexMarkup(tex, isDisplay)
  if (markup === null || markup.length > MOST_CHARS || isOutside(markup)) return null
  const math = DOMPurify.sanitize(markup, ALLOWED) as HTMLElement
  for (const element of math.querySelectorAll('[mathvariant]')) {
    const variant = element.getAttribute('mathvariant') ?? ''
    if (variant !== 'normal') element.removeAttribute('mathvariant')
    element.textContent = inAlphabet(element.textContent, variant)
  }
  // By `\char` a formula can have any character.
  return hasHiddenCharacters(math.textContent.replace(SILENT, '')) ? null : math.innerHTML
}

function katexMarkup(tex: string, displayMode: boolean): string | null {
  try {
    return katex.renderToString(tex, {
      displayMode,
      output: 'mathml',
      strict: 'ignore',
      maxSize: LARGEST_EM,
      maxExpand: 1_000,
      // Addresses, pictures, classes and ids: the whole formula stays text, which shows them.
      trust: ({ command }) => {
        throw new katex.ParseError(`${command} is not drawn`)
      },
    })
  } catch (error) {
    // Of a wrong formula KaTeX throws its own error, of one that it cannot get through that of the engine.
    if (error instanceof katex.ParseError || error instanceof RangeError) return null
    throw error
  }
}

function depthOf(tex: string): number {
  let [depth, deepest] = [0, 0]
  for (const sign of tex) {
    if (sign === '{') depth += 1
    if (sign === '}') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** Whether something of it would stand far from its place. */
const isOutside = (markup: string): boolean =>
  [...markup.matchAll(/="([+-]?[\d.]+)em"/g)].some(([, length]) => Math.abs(Number(length)) > LARGEST_EM)

/** Spaces, and signs that mean an operation and are not drawn. */
const SILENT = /[\u2061-\u2064\u00a0\u2005\u2009\u200a]/g

/** Where the capital and the small letters of an alphabet begin: not all browsers know a `mathvariant` but the upright one. */
const ALPHABETS: Record<string, [capital: number, small: number]> = {
  bold: [0x1d400, 0x1d41a],
  italic: [0x1d434, 0x1d44e],
  'bold-italic': [0x1d468, 0x1d482],
  script: [0x1d49c, 0x1d4b6],
  fraktur: [0x1d504, 0x1d51e],
  'double-struck': [0x1d538, 0x1d552],
  'sans-serif': [0x1d5a0, 0x1d5ba],
  monospace: [0x1d670, 0x1d68a],
}

/** Letters that had a place of their own before these alphabets came. */
const ELSEWHERE: Record<string, string> = {
  italic: 'ℎ',
  script: 'ℬℰℱℋℐℒℳℛℯℊℴ',
  fraktur: 'ℭℌℑℜℨ',
  'double-struck': 'ℂℍℕℙℚℝℤ',
}

function inAlphabet(text: string, variant: string): string {
  const [capital, small] = ALPHABETS[variant] ?? []
  if (capital === undefined || small === undefined) return text
  return text.replace(/[A-Za-z]/g, letter => {
    const elsewhere = [...(ELSEWHERE[variant] ?? '')].find(sign => sign.normalize('NFKC') === letter)
    const code = letter.charCodeAt(0)
    return elsewhere ?? String.fromCodePoint(code < 97 ? capital + code - 65 : small + code - 97)
  })
}
