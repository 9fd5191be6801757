import type { SignInInput } from './server-input'

/** Behind which sign the page of tools is told of it, beside its address: so no log has it. */
const MARK = '#signed-in?'

/** Where the browser goes on to: always the same page of ours. */
export const signInReturn = (query: Record<string, string | undefined>): string => {
  const words = Object.entries(query).flatMap(([name, word]) => (word === undefined ? [] : [[name, word]]))
  return `/tools${MARK}${new URLSearchParams(words)}`
}

/** What the page was told, and of which server; null where it was told nothing. */
export function signInAnswer(hash: string): { id: string; body: SignInInput } | null {
  if (!hash.startsWith(MARK)) return null
  const words = new URLSearchParams(hash.slice(MARK.length))
  const word = (name: string): string | undefined => words.get(name) ?? undefined
  const state = word('state') ?? ''
  const id = state.split('.')[0] ?? ''
  const code = word('code')
  if (code !== undefined) return { id, body: { state, code, iss: word('iss') } }
  const error = word('error') ?? 'no code'
  return { id, body: { state, error, description: word('error_description') } }
}
