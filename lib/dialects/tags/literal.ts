import { isJson, stringEnd, valueEnd } from '../json-scan'

/** A value as programs write it, as JSON, and where it ends; null where none stands there. */
export function literalAt(text: string, at: number): { json: string; end: number } | null {
  const quote = text[at]
  if (quote === '"' || quote === "'") {
    const end = stringEnd(text, at)
    return end === 'cut' ? null : { json: stringAsJson(text.slice(at + 1, end - 1)), end }
  }
  const word = WORD.exec(text.slice(at, at + 6))?.[0]
  if (word) return { json: WORDS[word] ?? 'null', end: at + word.length }
  const end = valueEnd(text, at)
  if (typeof end !== 'number' || !isJson(text.slice(at, end))) return null
  return { json: text.slice(at, end), end }
}

const WORD = /^(?:True|False|None)(?!\w)/
const WORDS: Record<string, string> = { True: 'true', False: 'false', None: 'null' }

/** What stands between quotes: with escapes as JSON has them, or as it is. */
function stringAsJson(inner: string): string {
  if (!inner.includes('\\')) return JSON.stringify(inner)
  const json = `"${inner.replaceAll("\\'", "'").replace(/\\?"/g, '\\"').replaceAll('\n', '\\n')}"`
  return isJson(json) ? json : JSON.stringify(inner)
}
