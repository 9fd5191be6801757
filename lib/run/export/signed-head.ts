import type { Exporting } from './exporting'

/** How long the record of a session is, its last hash, the signature over both, and the key to check it by. */
export const signedHead = ({ deps, row }: Pick<Exporting, 'deps' | 'row'>) => ({
  chain: row.id,
  head: { seq: row.seq, hash: row.head, signature: row.signature },
  publicKey: deps.signer.publicKey,
})
