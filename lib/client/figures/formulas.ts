import type { Node } from '@/lib/client/text/prose-tree'
import { visiblePieces } from '@/lib/text/hidden-characters'

/**
 * Mathematics in Markdown. Its signs mean something else there (`_`, `\\`, `|`), so each formula is replaced by a word
 * before Markdown is parsed, and the word by the formula in the tree that comes of it. What lies in code or in an address
 * becomes there what was written: no scanner of ours has to know what is code.
 */
const WORD = 'zformulaz'
const WORDS = /zformulaz((?:[0-9a-f]{4})+)z/g

/** Longer ones are shown as they are written. */
const LONGEST = 5_000
const MOST = 300

/** Up to the next sign that begins one: so a text of nothing but beginnings is read once. */
const within = (breaks: string): string => `(?:\\\\[^\\n()[\\]]|${breaks}[^\\\\\\n\`$]){1,${LONGEST}}`
const LINES = '\\n(?![ \\t>]*\\n)|'

/**
 * `$$…$$`, `\[…\]` on lines of its own, `\(…\)`, and `$…$` as Pandoc has it: it begins and ends with no space, and stands in
 * no word and before no number, so that prices stay prices.
 */
const FORMULAS = new RegExp(
  [
    `(?<!\\\\)\\$\\$${within(LINES)}\\$\\$`,
    `(?<=^[ \\t]{0,12})\\\\\\[${within(LINES)}\\\\\\](?=[ \\t.,;]*$)`,
    `(?<!\\\\)\\\\\\(${within('')}\\\\\\)`,
    `(?<![\\\\\\w$])\\$(?![\\s$])${within('')}(?<!\\s)\\$(?![\\w$])`,
  ].join('|'),
  'gm',
)

/** A sum of money with words behind it, up to the next. */
const PRICE = /^\$\d[\d.,]*\S?\s+\p{L}{2,}/u

/** The same Markdown with a word for each formula. One that hides something stays text, which shows it. */
export function withText(markdown: string): string {
  if (markdown.includes(WORD)) return markdown
  let count = 0
  return markdown.replace(FORMULAS, source => {
    const stays = PRICE.test(source) || visiblePieces(source).some(({ hidden }) => hidden)
    if (stays || count === MOST) return source
    count += 1
    return `${WORD}${toHex(source)}z`
  })
}

const toHex = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')

const fromHex = (hex: string): string =>
  (hex.match(/.{4}/g) ?? []).map(code => String.fromCharCode(Number.parseInt(code, 16))).join('')

const restore = <T>(value: T): T | string =>
  typeof value === 'string' ? value.replace(WORDS, (_, hex: string) => fromHex(hex)) : value

/** Words become formulas again; in code, in addresses and in whatever else is no prose what was written. */
export const withFormulas = () => (tree: Node) => restoreBelow(tree, false)

function restoreBelow(parent: Node, isCode: boolean): void {
  parent.children = parent.children?.flatMap(node => {
    const { properties, tagName = '' } = node
    if (node.type === 'text' && !isCode) return formulasOf(node)
    if (node.value !== undefined) return [{ ...node, value: String(restore(node.value)) }]
    restoreBelow(node, isCode || tagName === 'code' || tagName === 'pre')
    if (!properties) return [node]
    const entries = Object.entries(properties).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(restore) : restore(value),
    ])
    return [{ ...node, properties: Object.fromEntries(entries) }]
  })
}

/** The pieces at odd places are what the words stand for. */
const formulasOf = (node: Node): Node[] =>
  (node.value ?? '').split(WORDS).flatMap((piece, at): Node[] => {
    if (at % 2 === 0) return piece === '' ? [] : [{ ...node, value: piece }]
    return [
      { type: 'element', tagName: 'formula-text', properties: { formula: fromHex(piece) }, children: [] },
    ]
  })

/** A formula without its signs, and whether it stands alone. */
export function readFormula(source: string): { tex: string; isDisplay: boolean } {
  const isDollar = source.startsWith('$') && !source.startsWith('$$')
  const width = isDollar ? 1 : 2
  return { tex: source.slice(width, -width), isDisplay: /^(\$\$|\\\[)/.test(source) }
}
