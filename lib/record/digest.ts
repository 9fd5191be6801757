import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { Precondition } from '@/lib/domain/call/preview'

/** The hex digest of the bytes; text counts as UTF-8. */
export const sha256Hex = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')

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

/** Identifies a secret without revealing anything about it to those without the key. */
export type SecretHash = (secret: string) => string

/** `seed`: the 64 hex digits of the signer; the key derived from it has no other use. */
export const createSecretHash = (seed: string): SecretHash => hashFor(seed, 'countersign/secrets/1')

/** Identifies the access token that sign-ins are bound to. */
export const signInBinding = (token: string, seed: string): string =>
  hashFor(seed, 'countersign/sign-ins/1')(token)

function hashFor(seed: string, use: string): SecretHash {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(seed, 'hex'), '', use, 32))
  return secret => `hmac:${createHmac('sha256', key).update(secret).digest('hex')}`
}
