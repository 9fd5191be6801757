import { createHash } from 'node:crypto'
import type { Precondition } from '@/lib/domain/preview'

/** `sha256:` and the hex digest of the bytes; text counts as UTF-8. */
export const sha256 = (bytes: Uint8Array | string): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** What a person sees of a Call, and what alone may run for it. */
export type Shown = {
  toolId: string
  definitionHash: string
  argumentsText: string
  cwd: string
  preconditions: Precondition[]
}

/**
 * The digest that a Decision is bound to. A JSON array of strings is written in one way only and each text
 * keeps its own place, so that two different Calls cannot meet in one digest.
 */
export const callDigest = (shown: Shown): string =>
  sha256(
    JSON.stringify([
      'countersign/call/1',
      shown.toolId,
      shown.definitionHash,
      shown.argumentsText,
      shown.cwd,
      shown.preconditions.map(({ path, hash }) => [path, hash]),
    ]),
  )

/** A hash over a list of hashes, in order: `after` those that came before. */
export const runningHash = (before: string, hash: string): string => sha256(`${before}\n${hash}`)
