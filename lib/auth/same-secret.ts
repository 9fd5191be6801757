import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares in a time that tells nothing about where two secrets differ, nor how long they are. */
export const sameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected))

/** What is stored of a secret that comes back. */
export const secretHash = (secret: string): string => digest(secret).toString('hex')
