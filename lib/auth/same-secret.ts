import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares in constant time, which tells neither where two secrets differ nor how long they are. */
export const sameSecret = (guess: string, expected: string): boolean =>
  timingSafeEqual(digest(guess), digest(expected))

/** The form in which a secret is stored, to recognise it again. */
export const secretHash = (secret: string): string => digest(secret).toString('hex')
