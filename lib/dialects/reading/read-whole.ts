import type { Spoken } from '../spoken'
import type { Reader } from './reader'

/** A reply that came in one piece. */
export function readWhole(reader: Reader, text: string): Spoken {
  reader.add(text)
  return reader.end()
}
