import { handlePieces } from '@/lib/domain/policy/secret-handle'
import { prosePieces, visiblePieces } from '@/lib/text/hidden-characters'
import { standsAlone } from './long-text'

/** A node of the HTML tree that Markdown is parsed into. */
export type Node = {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

/** Addresses that stay links; any other is written out. */
const OUTWARD = /^(https?|mailto):/i

/** Blocks whose text may run from left to right or from right to left. */
const DIRECTED = new Set('p li ul ol blockquote h1 h2 h3 h4 h5 h6 td th'.split(' '))

/** Elements in which line breaks are kept. */
const KEEPS_LINES = new Set(['p', 'em', 'strong', 'del', 'a', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** Properties that an element keeps; ids, for example, are dropped. */
const PROPERTIES = ['href', 'align', 'start', 'type', 'checked', 'alt', 'address', 'formula']
/** Class names with a meaning; those for styling are dropped. */
const KIND = /^(language-.*|contains-task-list|footnotes)$/

/**
 * Pictures become text, since loading one would tell its server, and so do links that lead nowhere. It runs before
 * anything that would drop them silently.
 */
export const withoutRequests = () => (tree: Node) => {
  walk(tree, node => {
    if (node.tagName === 'img') return [pictureText(node)]
    if (node.tagName !== 'a') return [node]
    const address = textOf(node.properties?.href)
    if (OUTWARD.test(address)) return [node]
    const isOurs = address === '' || address.startsWith('#') || address.startsWith('streamdown:')
    return [...(node.children ?? []), ...(isOurs ? [] : [{ type: 'text', value: ` (${address})` }])]
  })
}

/** Invisible characters are shown by their code points, and each block runs in its own direction. */
export const withVisibleCharacters = () => (tree: Node) => {
  walk(tree, (node, parent) => {
    if (node.type === 'text') return parent.tagName === 'code' ? piecesOf(node, false) : proseOf(node, parent)
    if (node.type !== 'element') return [node]
    return [{ ...node, properties: propertiesOf(node) }]
  })
}

function propertiesOf({ tagName = '', properties = {} }: Node): Record<string, unknown> {
  const entries = Object.entries(properties).filter(([name]) => PROPERTIES.includes(name))
  const names = Array.isArray(properties.className) ? properties.className : []
  const className = names.filter(name => KIND.test(String(name)))
  return {
    ...Object.fromEntries(entries),
    ...(className.length > 0 ? { className } : {}),
    ...(DIRECTED.has(tagName) ? { dir: 'auto' } : {}),
  }
}

/** The exact text of an element. */
export const exactText = (node: Node): string => node.value ?? (node.children ?? []).map(exactText).join('')

/** Replaces each node below `parent`; the content of code blocks is left as it is. */
function walk(parent: Node, replace: (node: Node, parent: Node) => Node[]): void {
  if (!parent.children) return
  parent.children = parent.children.filter(Boolean).flatMap(node => {
    if (node.tagName !== 'pre') walk(node, replace)
    return replace(node, parent)
  })
}

const pictureText = ({ properties }: Node): Node => ({
  type: 'element',
  tagName: 'picture-text',
  properties: { alt: textOf(properties?.alt), address: textOf(properties?.src) },
  children: [],
})

function proseOf(node: Node, parent: Node): Node[] {
  const text = node.value ?? ''
  const keepsLines = KEEPS_LINES.has(parent.tagName ?? '') || text.trim() !== ''
  if (!keepsLines || !text.includes('\n')) return piecesOf(node, true)
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

/** Handles of secrets get an element of their own, for a quiet style. */
const handlesOf = (text: string): Node[] =>
  handlePieces(text).map(piece => {
    if (piece.n !== undefined) return span(piece.text, HANDLE)
    return standsAlone(piece.text) ? span(piece.text) : { type: 'text', value: piece.text }
  })

const HANDLE = { className: ['secret-handle'] }

const span = (value: string, properties: Node['properties'] = {}): Node => ({
  type: 'element',
  tagName: 'span',
  properties,
  children: [{ type: 'text', value }],
})

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
