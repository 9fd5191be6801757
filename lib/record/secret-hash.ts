import { createHmac, hkdfSync } from 'node:crypto'

/** Names a secret without telling anything of it to whoever has not the key. */
export type SecretHash = (secret: string) => string

/** `seed`: 64 hex digits, those of the signer; the key made of it serves nothing else. */
export function createSecretHash(seed: string): SecretHash {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(seed, 'hex'), '', 'countersign/secrets/1', 32))
  return secret => `hmac:${createHmac('sha256', key).update(secret).digest('hex')}`
}
