/** Replaces a secret; the same secret has the same handle throughout a session. */
export const secretHandle = (n: number): string => `⟦secret:${n}⟧`

const HANDLES = /⟦secret:(\d{1,9})⟧/g

/** Also matches a handle that was cut off or misspelt: no part of it is the secret. */
const LIKE_A_HANDLE = /⟦\s*secret\s*:/i

/** The numbers of the handles in a text, each once, in their order. */
export const handlesIn = (text: string): number[] => [
  ...new Set([...text.matchAll(HANDLES)].map(([, n]) => Number(n))),
]

/** A text, split at its handles. */
export function handlePieces(text: string): { text: string; n?: number }[] {
  const pieces: { text: string; n?: number }[] = []
  let end = 0
  for (const match of text.matchAll(HANDLES)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) })
    pieces.push({ text: match[0], n: Number(match[1]) })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

/**
 * Whether arguments contain a handle, however it is escaped. Such a Call never runs: a handle must not get into a
 * file.
 */
export function holdsHandle(argumentsText: string): boolean {
  if (LIKE_A_HANDLE.test(argumentsText)) return true
  return argumentsText.includes('\\u') && LIKE_A_HANDLE.test(argumentsText.replace(ESCAPE, spelled))
}

const ESCAPE = /\\u([0-9a-fA-F]{4})/g
const spelled = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 16))
