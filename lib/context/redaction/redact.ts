import { secretHandle } from '@/lib/domain/secret-handle'
import type { Found } from './found'
import type { Scanner } from './scanner'

/** The number of a secret's handle; null where a person said that it is none. */
export type NumberOf = (found: Found) => number | null

/** All secrets in a text, from left to right. */
export function secretsIn(scanner: Scanner, text: string): Found[] {
  const all: Found[] = []
  const place = { from: 0, floor: 0, isWhole: true }
  for (;;) {
    const { found } = scanner.next(text, place)
    if (!found) return all
    all.push(found)
    place.from = place.floor = found.end
  }
}

/** A text with handles in the places of its secrets. */
export function withHandles(text: string, found: Found[], numberOf: NumberOf): string {
  let made = ''
  let end = 0
  for (const secret of found) {
    const n = numberOf(secret)
    if (n === null) continue
    made += text.slice(end, secret.at) + secretHandle(n)
    end = secret.end
  }
  return end === 0 ? text : made + text.slice(end)
}

export const redact = (scanner: Scanner, text: string, numberOf: NumberOf): string =>
  withHandles(text, secretsIn(scanner, text), numberOf)
