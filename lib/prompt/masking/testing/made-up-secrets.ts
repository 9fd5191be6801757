import { Scanner } from '../scanner'
import { maskedBy, type NumberOf } from '../secret-jobs'

/** Made up, and put together here so that secret scanners don't flag them. */
export const fakeToken = (length: number, alphabet = 'aB3dE5gH7jK9mN2pQ4rS6tV8wX') =>
  Array.from({ length }, (_, at) => alphabet[(at * 7) % alphabet.length]).join('')
export const TOKEN = fakeToken(36)
export const KNOWN = 'correct+Horse/7 battery"staple'
export const OTHER = 'p%40ss-w0rd-of-db'

export const scanner = new Scanner([KNOWN, OTHER])

/** Handles in the order in which secrets are met. */
export function numbering(): NumberOf {
  const numbers = new Map<string, number>()
  return ({ value }) => {
    numbers.set(value, numbers.get(value) ?? numbers.size + 1)
    return numbers.get(value) ?? 0
  }
}

export const masked = (text: string): string => maskedBy(scanner, text, numbering())
export const HANDLE = '⟦secret:1⟧'
