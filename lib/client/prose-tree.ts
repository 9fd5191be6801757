import { prosePieces, visiblePieces } from '@/lib/domain/hidden-characters'
import { handlePieces } from '@/lib/domain/secret-handle'
import { standsAlone } from './text-node'

/** What Markdown is read into, as far as it matters here. */
export type Node = {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

/** Addresses that a person may be led to; everything else stands there in words. */
const LEADS_OUT = /^(https?|mailto):/i

/** Blocks in which people write from left to right or from right to left. */
const DIRECTED = new Set([
  'p',
  'li',
  'ul',
  'ol',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'td',
  'th',
])

/** Elements whose text stands in lines that their writer broke. */
const BROKEN_INTO_LINES = new Set(['p', 'em', 'strong', 'del', 'a', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** What may be said of an element; names and links within the page are left out. */
const SAID = ['href', 'align', 'start', 'type', 'checked', 'alt', 'address']
/** Names of kinds of things; those of looks are left out. */
const KIND = /^(language-.*|contains-task-list|footnotes)$/

/**
 * Pictures become words, since whoever loads one tells its server; so do links that lead nowhere one could want
 * to go. Before anything that takes such things out without a word.
 */
export const inWords = () => (tree: Node) => {
  walk(tree, node => {
    if (node.tagName === 'img') return [pictureInWords(node)]
    if (node.tagName !== 'a') return [node]
    const address = textOf(node.properties?.href)
    if (LEADS_OUT.test(address)) return [node]
    const isOurs = address === '' || address.startsWith('#') || address.startsWith('streamdown:')
    return [...(node.children ?? []), ...(isOurs ? [] : [{ type: 'text', value: ` (${address})` }])]
  })
}

/** Everything that cannot be seen is shown by its code point, and each block reads in its own direction. */
export const laidOpen = () => (tree: Node) => {
  walk(tree, (node, parent) => {
    if (node.type === 'text') return parent.tagName === 'code' ? piecesOf(node, false) : proseOf(node, parent)
    if (node.type !== 'element') return [node]
    return [{ ...node, properties: saidOf(node) }]
  })
}

function saidOf({ tagName = '', properties = {} }: Node): Record<string, unknown> {
  const said = Object.entries(properties).filter(([name]) => SAID.includes(name))
  const names = Array.isArray(properties.className) ? properties.className : []
  const className = names.filter(name => KIND.test(String(name)))
  return {
    ...Object.fromEntries(said),
    ...(className.length > 0 ? { className } : {}),
    ...(DIRECTED.has(tagName) ? { dir: 'auto' } : {}),
  }
}

/** The text of an element, to the character. */
export const exactText = (node: Node): string => node.value ?? (node.children ?? []).map(exactText).join('')

/** Puts something in the place of each node below `parent`; what is in code blocks is left as it is. */
function walk(parent: Node, replace: (node: Node, parent: Node) => Node[]): void {
  if (!parent.children) return
  parent.children = parent.children.filter(Boolean).flatMap(node => {
    if (node.tagName !== 'pre') walk(node, replace)
    return replace(node, parent)
  })
}

const pictureInWords = ({ properties }: Node): Node => ({
  type: 'element',
  tagName: 'picture-words',
  properties: { alt: textOf(properties?.alt), address: textOf(properties?.src) },
  children: [],
})

function proseOf(node: Node, parent: Node): Node[] {
  const text = node.value ?? ''
  const isBroken = BROKEN_INTO_LINES.has(parent.tagName ?? '') || text.trim() !== ''
  if (!isBroken || !text.includes('\n')) return piecesOf(node, true)
  return text.split('\n').flatMap((line, at) => {
    const pieces = line === '' ? [] : piecesOf({ ...node, value: line }, true)
    return at === 0 ? pieces : [{ type: 'element', tagName: 'br', properties: {}, children: [] }, ...pieces]
  })
}

function piecesOf(node: Node, isProse: boolean): Node[] {
  const pieces = (isProse ? prosePieces : visiblePieces)(node.value ?? '')
  return pieces.flatMap(({ text, hidden }) =>
    hidden ? span(text, { dataExact: text.slice(3, -1), className: ['hidden-character'] }) : handlesOf(text),
  )
}

/** Handles of secrets stand out quietly. */
const handlesOf = (text: string): Node[] =>
  handlePieces(text).map(piece => {
    if (piece.n !== undefined) return span(piece.text, HANDLE)
    return standsAlone(piece.text) ? span(piece.text) : { type: 'text', value: piece.text }
  })

const HANDLE = { className: ['secret-handle'] }

const span = (value: string, properties: Node['properties'] = {}): Node => ({
  ...{ type: 'element', tagName: 'span', properties },
  children: [{ type: 'text', value }],
})

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
