import type { DialectInText } from '../dialect'
import { dialectOf } from '../dialect-of'
import { TOOLS } from './tools'

/** A reply in pieces of these lengths, over and over. */
export function readInPieces(name: DialectInText, text: string, lengths: number[]) {
  const reader = dialectOf(name).reader(TOOLS)
  let shown = ''
  let reasoning = ''
  for (let at = 0, next = 0; at < text.length; next += 1) {
    const length = lengths[next % lengths.length] ?? 1
    const fresh = reader.add(text.slice(at, at + length))
    shown += fresh.text
    reasoning += fresh.reasoning
    at += length
  }
  return { spoken: reader.end(), shown, reasoning }
}
