import { Refusal } from '@/lib/domain/contract/problem'
import { tellEach } from '@/lib/domain/tell-each'
import { inTransaction, type Tx } from '@/lib/store/connection/database'
import { claimKey, keepAnswer, type OnceKey } from '@/lib/store/connection/idempotency-key'
import type { Deps } from '../process/deps'
import { errorFields } from '../process/error-fields'
import { commitRefusal, isRaced, keyConflict } from './commit-refusal'

/** One transaction, and what is to happen once it has committed. */
export type Unit = { tx: Tx; afterCommit: (action: () => void) => void }

/**
 * For what belongs to no session, or makes or deletes one: all or nothing. A Refusal rolls everything back, and so does
 * a broken record, which is then reported. With `once`, the first answer is stored beside its effect, and the same
 * request again gets that answer and has no effect. `timeout`: where it may take longer than is usual.
 */
export async function transact<T>(
  deps: Pick<Deps, 'db' | 'bus' | 'clock' | 'signer' | 'log'> & { timeout?: number },
  once: OnceKey | undefined,
  body: (unit: Unit) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  for (let tries = 1; ; tries += 1) {
    const actions: (() => void)[] = []
    const afterCommit = (action: () => void): void => void actions.push(action)
    try {
      const answer = await inTransaction<T | Refusal>(
        deps.db,
        tx => (once ? onlyOnce({ tx, afterCommit }, once, body) : body({ tx, afterCommit })),
        { isRefusal: result => result instanceof Refusal, timeout: deps.timeout },
      )
      if (!(answer instanceof Refusal)) tellEach({ listeners: actions, report: report(deps) })
      return answer
    } catch (error) {
      if (!isRaced(error) || tries >= TRIES) return commitRefusal(deps, error)
    }
  }
}

const TRIES = 20

/** What was stored is stored: whatever goes wrong with what follows from it is for the log. */
const report =
  ({ log }: Pick<Deps, 'log'>) =>
  (error: unknown): void =>
    log('error', 'What follows from a commit failed', errorFields(error))

async function onlyOnce<T>(
  unit: Unit,
  once: OnceKey,
  body: (unit: Unit) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const claim = await claimKey(unit.tx, once)
  if (claim.kind === 'conflict') return keyConflict()
  if (claim.kind === 'repeated') return claim.answer as T
  const answer = await body(unit)
  if (!(answer instanceof Refusal)) await keepAnswer(unit.tx, once, answer)
  return answer
}
