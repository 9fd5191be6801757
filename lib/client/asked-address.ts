/** The address that a person is asked about. Outside of the words that hold the link: those may come and go. */
const listeners = new Set<() => void>()
let asked: string | null = null

export const askedAddress = (): string | null => asked

export function askAddress(address: string | null): void {
  asked = address
  for (const listener of listeners) listener()
}

export function onAskedAddress(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
