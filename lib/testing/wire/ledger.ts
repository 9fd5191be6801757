import { createHmac, timingSafeEqual } from 'node:crypto'

/** The protocols in which reasoning is signed; what one of them sealed is foreign to the others. */
export type Sealing = 'responses' | 'messages' | 'gemini'

/**
 * What a provider knows about the reasoning it gave out. A seal holds its value and proves that this server
 * wrote it, so nothing needs to be kept for it; `issue` keeps which call came with which reasoning, so that
 * a call that comes back without it is noticed.
 */
export class Ledger {
  private readonly thoughts = new Map<string, Set<string | null>>()
  private count = 0

  /** Numbers for ids: no two answers of one server share one. */
  next(): number {
    this.count += 1
    return this.count
  }

  seal(protocol: Sealing, value: unknown): string {
    const text = Buffer.from(JSON.stringify(value))
    return Buffer.concat([mac(protocol, text), text]).toString('base64')
  }

  /** The sealed value; null where the text was changed or is foreign. */
  open(protocol: Sealing, sealed: string): unknown {
    const bytes = Buffer.from(sealed, 'base64')
    if (bytes.length <= MAC_BYTES || bytes.toString('base64') !== sealed) return null
    const text = bytes.subarray(MAC_BYTES)
    if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(protocol, text))) return null
    return JSON.parse(text.toString('utf8'))
  }

  /** Says with which reasoning `key` was given out; null: with none. */
  issue(key: string, thought: string | null): void {
    this.thoughts.set(key, (this.thoughts.get(key) ?? new Set()).add(thought))
  }

  /** The reasonings `key` may have come with; empty where it is unknown or was given out without once. */
  needed(key: string): string[] {
    const known = [...(this.thoughts.get(key) ?? [])]
    return known.includes(null) ? [] : known.filter(thought => thought !== null)
  }

  knows(key: string): boolean {
    return this.thoughts.has(key)
  }
}

const MAC_BYTES = 32
/** One secret for all servers: what one of them issued, the next one takes back. */
const SECRET = 'the secret of every wire server'

const mac = (protocol: Sealing, text: Buffer): Buffer =>
  createHmac('sha256', SECRET).update(`${protocol}\n`).update(text).digest()
