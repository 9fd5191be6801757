import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

/** Signs chain heads with Ed25519. Signatures and the public key (SPKI) are base64. */
export type Signer = { publicKey: string; sign: (text: string) => string }

/** The fixed start of a PKCS #8 document that holds an Ed25519 seed. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** `seed`: 64 hex digits. */
export function createSigner(seed: string): Signer {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, Buffer.from(seed, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
  return { publicKey, sign: text => sign(null, Buffer.from(text), key).toString('base64') }
}

/** What is signed of a chain: which one it is, how long, and its last hash. */
export const headText = (chain: string, head: { seq: number; hash: string }): string =>
  ['countersign/head/1', chain, head.seq, head.hash].join('\n')

export const isSignedBy = (publicKey: string, text: string, signature: string): boolean =>
  verify(
    null,
    Buffer.from(text),
    createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }),
    Buffer.from(signature, 'base64'),
  )
