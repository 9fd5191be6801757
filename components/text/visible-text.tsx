import type { ClipboardEvent } from 'react'
import { standsAlone } from '@/lib/client/text/long-text'
import { handlePieces } from '@/lib/domain/policy/secret-handle'
import { markedPieces, prosePieces, visiblePieces } from '@/lib/text/hidden-characters'

type Props = { children: string; isLine?: boolean; isProse?: boolean; isMarked?: boolean }

/**
 * Text from outside, with every invisible character shown by its code point; `data-exact` has the character itself, for
 * copying. `isLine`: a name or a path, in which a line break is shown too. `isProse`: words in any writing system.
 * `isMarked`: what the server says, in which names are shown so already.
 */
export function VisibleText({ children, isLine = false, isProse = false, isMarked = false }: Props) {
  const split = isMarked ? markedPieces : visiblePieces
  const pieces = isProse ? prosePieces(children) : split(children, isLine)
  if (pieces.length < 2 && !pieces[0]?.hidden) return <HandleText>{children}</HandleText>
  let at = 0
  return pieces.map(piece => {
    const key = at
    at += piece.text.length
    if (!piece.hidden) {
      return (
        <span key={key}>
          <HandleText>{piece.text}</HandleText>
        </span>
      )
    }
    return (
      <HiddenCharacter key={key} code={piece.text.slice(3, -1)}>
        {piece.text}
      </HiddenCharacter>
    )
  })
}

/** A name or a path, in the letters of code. */
export const CodeName = ({ children, className = '' }: { children: string; className?: string }) => (
  <span className={`font-mono ${className}`}>
    <VisibleText isLine>{children}</VisibleText>
  </span>
)

/** Stands for a character that cannot be seen. */
export const HiddenCharacter = ({ code, children }: { code: string; children: string }) => (
  <span data-exact={code} className="hidden-character">
    {children}
  </span>
)

/** A text with the handles of secrets set off. They are part of the text, and are copied with it. */
export function HandleText({ children }: { children: string }) {
  if (!children.includes('⟦secret:')) return standsAlone(children) ? <span>{children}</span> : children
  let at = 0
  return handlePieces(children).map(({ text, n }) => {
    const key = at
    at += text.length
    return (
      <span key={key} className={n === undefined ? undefined : 'secret-handle'}>
        {text}
      </span>
    )
  })
}

/**
 * Copies the characters themselves instead of their code points, what words stand for instead of the words, and leaves out
 * what only explains them.
 */
export function copyExactly(event: ClipboardEvent<HTMLElement>): void {
  const selection = window.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return
  const copied = selection.getRangeAt(0).cloneContents()
  for (const element of copied.querySelectorAll<HTMLElement>(
    '[data-shown-only],[data-copied],[data-exact]',
  )) {
    const { exact, copied } = element.dataset
    element.textContent = exact ? characterOf(element) : (copied ?? '')
  }
  event.clipboardData.setData('text/plain', copied.textContent ?? '')
  event.preventDefault()
}

/** The same for prose, whose paragraphs and lists are laid out by the browser, which has to copy them. */
export function copyProse(event: ClipboardEvent<HTMLElement>): void {
  const selection = window.getSelection()
  // Code blocks handle the event themselves.
  if (event.defaultPrevented || !selection || selection.isCollapsed) return
  // For a moment the characters themselves stand in the place of their code points.
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-exact]')]
  const selected = all.filter(element => selection.containsNode(element, true))
  const before = selected.map(({ textContent }) => textContent)
  for (const element of selected) setText(element, characterOf(element))
  const text = selection.toString()
  for (const [at, element] of selected.entries()) setText(element, before[at] ?? '')
  if (text === selection.toString()) return
  event.clipboardData.setData('text/plain', text)
  event.preventDefault()
}

const characterOf = ({ dataset }: HTMLElement): string =>
  String.fromCodePoint(Number.parseInt(dataset.exact ?? '', 16))

/** The node stays: another one would change the selection. */
function setText({ firstChild }: Element, text: string): void {
  if (firstChild instanceof Text) firstChild.data = text
}
