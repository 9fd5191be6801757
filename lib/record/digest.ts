import { createHmac, hash, hkdfSync } from 'node:crypto'
import type { Precondition } from '@/lib/domain/call/preview'
import type { Job } from '@/lib/domain/job'

/** The hex digest of the bytes; text counts as UTF-8. */
export const sha256Hex = (bytes: Uint8Array | string): string => hash('sha256', bytes)

/** `sha256:` and the hex digest. */
export const sha256 = (bytes: Uint8Array | string): string => `sha256:${sha256Hex(bytes)}`

/** What a person sees of a Call, and what alone may run for it. */
export type DigestInput = {
  toolId: string
  definitionHash: string
  argumentsText: string
  cwd: string
  preconditions: Precondition[]
}

/**
 * The digest that a Decision is bound to. A JSON array of strings has only one serialisation and each text its own
 * place, so that two different Calls cannot have the same digest.
 */
export const callDigest = (input: DigestInput): string =>
  sha256(
    JSON.stringify([
      'countersign/call/1',
      input.toolId,
      input.definitionHash,
      input.argumentsText,
      input.cwd,
      input.preconditions.map(({ path, hash }) => [path, hash]),
    ]),
  )

/** Extends a hash over a list of hashes, in order. */
export const runningHash = (before: string, hash: string): string => sha256(`${before}\n${hash}`)

/** A key that has no other use, in hex. `seed`: the 64 hex digits of the signer. */
export const secretHashKey = (seed: string): string => keyFor(seed, 'countersign/secrets/1')

/** Identifies secrets, each by a hash that reveals nothing about it to those without the key. */
export const HASH_SECRETS: Job<{ key: string; secrets: string[] }, string[]> = {
  name: 'hash secrets',
  // However short one is, its hash costs as much as reading so many characters.
  size: ({ secrets }) => secrets.reduce((size, { length }) => size + length + 64, 0),
  longestMs: 60_000,
  run: ({ key, secrets }) => secrets.map(secret => keyedHash(key, secret)),
}

/** Identifies the access token that sign-ins are bound to. */
export const signInBinding = (token: string, seed: string): string =>
  keyedHash(keyFor(seed, 'countersign/sign-ins/1'), token)

const keyFor = (seed: string, use: string): string =>
  Buffer.from(hkdfSync('sha256', Buffer.from(seed, 'hex'), '', use, 32)).toString('hex')

const keyedHash = (key: string, secret: string): string =>
  `hmac:${createHmac('sha256', Buffer.from(key, 'hex')).update(secret).digest('hex')}`
