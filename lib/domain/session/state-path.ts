import { keysIn } from '@/lib/text/json/json-value'

const MOST_KEYS = 20
const KEY_CHARS = 200

/** The keys of a path in a State, written `/notes/readme` or `notes.readme`; null if it is not a path. */
export function statePath(text: string): string[] | null {
  const plain = text.trim().replace(/^†?state(?=[./])/, '')
  const keys = plain.startsWith('/') ? keysIn(plain) : plain.replace(/^\./, '').split('.')
  const isKey = (key: string) => key !== '' && key !== '__proto__' && key.length <= KEY_CHARS
  return keys.length <= MOST_KEYS && keys.every(isKey) ? keys : null
}
