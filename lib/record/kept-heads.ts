import { signedHeadOf, textField } from './export-lines'
import { headText, isSignedBy, type SignedHead } from './signer'

/** Signed heads of one moment, as stored elsewhere, one such object per line. */
type HeadsLine = { at: string; publicKey: string; heads: (SignedHead & { chain: string })[] }

export const headsLine = (line: HeadsLine): string => `${JSON.stringify(line)}\n`

/** A head that was kept elsewhere: the state of a chain at that time or before. */
export type KeptHead = { seq: number; hash: string; at: string }

/** All heads of a file, by chain and then by length. */
export type KeptHeads = {
  publicKeys: Set<string>
  chains: Map<string, Map<number, KeptHead>>
  unreadable: number[]
}

/** Reads a file of heads. A line that was torn while it was written is ignored and reported. */
export async function readKeptHeads(lines: AsyncIterable<string>): Promise<KeptHeads> {
  const heads: KeptHeads = { publicKeys: new Set(), chains: new Map(), unreadable: [] }
  let number = 0
  for await (const line of lines) {
    number += 1
    if (line === '') continue
    const record = parseLine(line)
    if (!record) {
      heads.unreadable.push(number)
      continue
    }
    heads.publicKeys.add(record.publicKey)
    for (const { chain, seq, hash } of record.heads) {
      const byNumber = heads.chains.get(chain) ?? new Map<number, KeptHead>()
      heads.chains.set(chain, byNumber)
      // Of two that differ the earlier one counts: a later one may be forged.
      if (!byNumber.has(seq)) byNumber.set(seq, { seq, hash, at: record.at })
    }
  }
  return heads
}

function parseLine(line: string): HeadsLine | null {
  try {
    const fields: Record<string, unknown> = JSON.parse(line)
    const publicKey = textField(fields, 'publicKey')
    const heads = (fields.heads as Record<string, unknown>[]).map(one => ({
      chain: textField(one, 'chain'),
      ...signedHeadOf(one),
    }))
    const isSigned = heads.every(({ chain, signature, ...head }) =>
      isSignedBy(publicKey, headText(chain, head), signature),
    )
    return isSigned ? { at: textField(fields, 'at'), publicKey, heads } : null
  } catch {
    return null
  }
}
