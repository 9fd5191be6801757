import { authorOf } from '@/lib/domain/contract/person'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import type { Secret } from '@/lib/domain/policy/secret'
import type { By } from '@/lib/store/installation/idempotency-key'
import { findSecret, saveRelease } from '@/lib/store/policy/secret'
import type { Deps } from '../process/deps'
import { writeSession } from '../write/write'

/**
 * A person says that something is no secret: from now on it is not masked in this session. What was masked already
 * stays so, since nobody knows any more what stood there.
 */
export async function releaseSecret(
  deps: Deps,
  command: By & { sessionId: string; n: number },
): Promise<Secret | Refusal> {
  const { sessionId, n, person, once } = command
  return writeSession<Secret>(deps, { sessionId, once }, async write => {
    const stored = await findSecret(write.db, sessionId, n)
    if (!stored) return refuse('not_found', { code: 'problem.noSecret' })
    if (stored.kind === 'known') return refuse('invalid_request', { code: 'problem.secretOfServer' })
    if (stored.released) return stored
    const secret: Secret = {
      ...stored,
      released: { by: { type: 'person', ...authorOf(person) }, at: write.now },
    }
    saveRelease(write.rows, sessionId, secret)
    write.emit('secret.released', { secret })
    return secret
  })
}
