import type { Person } from '@/lib/domain/person'
import { type Refusal, refuse } from '@/lib/domain/problem'
import type { Secret } from '@/lib/domain/secret'
import type { OnceKey } from '@/lib/store/idempotency-key'
import { findSecret, saveRelease } from '@/lib/store/secret'
import type { Deps } from './deps'
import { transact } from './transact'
import { writeSession } from './write'

/**
 * A person says that something is no secret: from now on it is not masked in this session. What was masked already
 * stays so, since nobody knows any more what stood there.
 */
export async function releaseSecret(
  deps: Deps,
  about: { sessionId: string; n: number; person: Person; once?: OnceKey | undefined },
): Promise<Secret | Refusal> {
  const { sessionId, n, person, once } = about
  return transact<Secret>(deps, once, unit =>
    writeSession<Secret>(deps, { ...unit, sessionId }, async write => {
      const found = await findSecret(write.tx, sessionId, n)
      if (!found) return refuse('not_found', 'This session has no secret of that number.')
      if (found.kind === 'known') return refuse('invalid_request', HELD)
      if (found.released) return found
      const secret: Secret = { ...found, released: { by: { type: 'person', ...person }, at: write.now } }
      await saveRelease(write.tx, sessionId, secret)
      write.emit('secret.released', { secret })
      return secret
    }),
  )
}

const HELD = 'This is a secret of the server itself. It is always masked.'
