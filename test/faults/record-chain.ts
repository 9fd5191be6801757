import { createHash } from 'node:crypto'

/** A link of a session's chain as its row holds it; `payload` is the stored text. */
export type ChainRow = { seq: number; type: string; at: string; payload: string; hash: string }

/** What the session's row says its last link is. */
export type ChainHead = { seq: number; hash: string }

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

/**
 * Recomputes a chain without the product's own code; null where it holds. Each hash covers the one before,
 * the chain's name, number, type, time and the hash of the payload, one to a line.
 */
export function chainFault(chain: string, rows: ChainRow[], head: ChainHead): string | null {
  let previous = ''
  for (const [index, row] of rows.entries()) {
    if (row.seq !== index + 1) return `event ${index + 1} is missing`
    const parts = [previous, chain, row.seq, row.type, row.at, sha256(row.payload)]
    if (sha256(parts.join('\n')) !== row.hash) return `event ${row.seq} does not match its hash`
    previous = row.hash
  }
  return head.seq === rows.length && head.hash === previous ? null : 'the head is not that of the last event'
}
