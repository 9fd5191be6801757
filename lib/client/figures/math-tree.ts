import katex from 'katex'
import { visiblePieces } from '@/lib/text/hidden-characters'

/** An element of MathML, of those that we draw, or text. */
export type MathNode = string | { name: string; attributes: Record<string, string>; children: MathNode[] }

/** The same formula costs more the deeper it goes, and draws nothing that anybody can read. */
const DEEPEST = 40
const MOST_NODES = 5_000
const LARGEST_EM = 10

const ELEMENTS = new Set([
  'math',
  'mrow',
  'mi',
  'mn',
  'mo',
  'ms',
  'mtext',
  'mspace',
  'mfrac',
  'msqrt',
  'mroot',
  'mstyle',
  'msub',
  'msup',
  'msubsup',
  'munder',
  'mover',
  'munderover',
  'mpadded',
  'mphantom',
  'menclose',
  'mtable',
  'mtr',
  'mtd',
  'mmultiscripts',
  'mprescripts',
])

const WORD = /^[a-z][a-z -]{0,120}$/
const NUMBER = /^\d$/
const LENGTH = /^[+-]?\d{0,3}(\.\d+)?(em|ex|px|pt|%|width)?$/

/** No colours: a text in the colour of the paper would be there and not be seen. No styles, ids or addresses either. */
const ATTRIBUTES: Record<string, RegExp> = {
  ...Object.fromEntries(
    [
      'display',
      'displaystyle',
      'fence',
      'separator',
      'stretchy',
      'symmetric',
      'largeop',
      'accent',
      'movablelimits',
      'accentunder',
      'columnalign',
      'rowalign',
      'columnlines',
      'rowlines',
      'notation',
    ].map(name => [name, WORD]),
  ),
  ...Object.fromEntries(
    [
      'width',
      'height',
      'depth',
      'lspace',
      'rspace',
      'voffset',
      'minsize',
      'maxsize',
      'linethickness',
      'mathsize',
      'columnspacing',
      'rowspacing',
    ].map(name => [name, LENGTH]),
  ),
  scriptlevel: NUMBER,
}

/** A node as KaTeX has it before it writes any markup: an element, a text, a space, or some of them. */
type KatexNode = {
  type?: string
  text?: string
  width?: number
  attributes?: Record<string, unknown>
  children?: KatexNode[]
}

type Renderer = { __renderToDomTree: (tex: string, options: katex.KatexOptions) => KatexNode }

/** What a formula draws, or null where it is no formula, asks for more than letters and signs, or hides something. */
export function mathTree(tex: string, isDisplay: boolean): MathNode | null {
  if (depthOf(tex) > DEEPEST) return null
  const root = parsed(tex, isDisplay)
  const math = root?.children?.[0]
  if (!math) return null
  const budget = { nodes: MOST_NODES }
  const tree = nodesOf(math, budget)[0]
  return tree === undefined || budget.nodes < 0 || hides(tree) ? null : tree
}

function parsed(tex: string, displayMode: boolean): KatexNode | null {
  try {
    return (katex as unknown as Renderer).__renderToDomTree(tex, {
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
  let depth = 0
  let deepest = 0
  for (const sign of tex) {
    if (sign === '{') depth += 1
    if (sign === '}') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

function nodesOf(node: KatexNode, budget: { nodes: number }): MathNode[] {
  budget.nodes -= 1
  if (budget.nodes < 0) return []
  const { type: name, attributes = {}, children = [] } = node
  if (node.text !== undefined) return [node.text]
  if (node.width !== undefined && name === undefined)
    return [
      {
        name: 'mspace',
        attributes: lengthsOf({ width: `${Math.round(node.width * 1e4) / 1e4}em` }),
        children: [],
      },
    ]
  // Beside what it draws KaTeX repeats the source.
  if (name === 'annotation') return []
  const below = children.flatMap(child => nodesOf(child, budget))
  if (name === undefined || !ELEMENTS.has(name)) return below
  const variant = typeof attributes.mathvariant === 'string' ? attributes.mathvariant : ''
  return [
    {
      name,
      attributes: { ...lengthsOf(attributes), ...(variant === 'normal' ? { mathvariant: variant } : {}) },
      children: below.map(child => (typeof child === 'string' ? inAlphabet(child, variant) : child)),
    },
  ]
}

const lengthsOf = (attributes: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      const text = String(value)
      const isWithin = Math.abs(Number.parseFloat(text) || 0) <= (text.endsWith('%') ? 100 : LARGEST_EM)
      return ATTRIBUTES[name]?.test(text) && isWithin ? [[name, text]] : []
    }),
  )

/** Signs that mean an operation and are not drawn. */
const SILENT = /[\u2061-\u2064\u00a0]/g

const textIn = (node: MathNode): string =>
  typeof node === 'string' ? node : node.children.map(textIn).join('')

/** By `\char` a formula can have any character. */
const hides = (tree: MathNode): boolean =>
  visiblePieces(textIn(tree).replace(SILENT, '')).some(({ hidden }) => hidden)

/** Where the capital and the small letters of an alphabet begin: browsers know no `mathvariant` but the upright one. */
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
const ELSEWHERE: Record<string, Record<string, string>> = {
  italic: { h: 'ℎ' },
  script: {
    B: 'ℬ',
    E: 'ℰ',
    F: 'ℱ',
    H: 'ℋ',
    I: 'ℐ',
    L: 'ℒ',
    M: 'ℳ',
    R: 'ℛ',
    e: 'ℯ',
    g: 'ℊ',
    o: 'ℴ',
  },
  fraktur: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' },
  'double-struck': { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
}

function inAlphabet(text: string, variant: string): string {
  const [capital, small] = ALPHABETS[variant] ?? []
  if (capital === undefined || small === undefined) return text
  return text.replace(
    /[A-Za-z]/g,
    letter =>
      ELSEWHERE[variant]?.[letter] ??
      String.fromCodePoint(
        letter < 'a' ? capital + letter.charCodeAt(0) - 65 : small + letter.charCodeAt(0) - 97,
      ),
  )
}
