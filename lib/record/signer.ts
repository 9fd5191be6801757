import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

/** How long a chain is, and its last hash. */
export type Head = { seq: number; hash: string }
export type SignedHead = Head & { signature: string }

/** Signs chain heads with Ed25519. Signatures and the public key (SPKI) are base64. */
export type Signer = {
  publicKey: string
  signHead: (chain: string, head: Head) => string
  /** Whether this key signed the head of that chain. */
  verifyHead: (chain: string, head: SignedHead) => boolean
}

/** The fixed start of a PKCS #8 document that holds an Ed25519 seed. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** How many chains' last signatures to remember, so that this process need not verify its own. */
const REMEMBERED = 2_000

/** `seed`: 64 hex digits. */
export function createSigner(seed: string): Signer {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, Buffer.from(seed, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
  const cache = new Map<string, { text: string; signature: string }>()
  return {
    publicKey,
    signHead: (chain, head) => {
      const text = headText(chain, head)
      const signature = sign(null, Buffer.from(text), key).toString('base64')
      cache.delete(chain)
      cache.set(chain, { text, signature })
      const [oldest] = cache.keys()
      if (cache.size > REMEMBERED && oldest !== undefined) cache.delete(oldest)
      return signature
    },
    verifyHead: (chain, { signature, ...head }) => {
      const text = headText(chain, head)
      const own = cache.get(chain)
      if (own?.text === text && own.signature === signature) return true
      return isSignedBy(publicKey, text, signature)
    },
  }
}

/** The text that is signed for a chain: its id, its length, and its last hash. */
export const headText = (chain: string, head: Head): string =>
  ['countersign/head/1', chain, head.seq, head.hash].join('\n')

export const isSignedBy = (publicKey: string, text: string, signature: string): boolean =>
  verify(
    null,
    Buffer.from(text),
    createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }),
    Buffer.from(signature, 'base64'),
  )
