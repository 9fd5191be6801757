import { Refusal } from '@/lib/domain/problem'
import { type Batched, batched } from '@/lib/store/batch'
import { inTransaction } from '@/lib/store/database'
import { claimKey, keepAnswer, type OnceKey } from '@/lib/store/idempotency-key'
import type { Deps } from './deps'
import { keyConflict } from './key-conflict'

/** One transaction, whose writes of rows wait for one another, and what is to happen once it has committed. */
export type Unit = Omit<Batched, 'flush'> & {
  afterCommit: (action: Action) => void
  /** Once all has been sent, and nobody knows what has become of it. */
  whileCommitting: (action: () => void) => void
  /** Nothing that comes of the transaction counts, a Refusal or an error neither, where this is rejected. */
  provided: (condition: Promise<void>) => void
}

/** What comes after it waits for it. */
type Action = () => void | Promise<void>

/**
 * All or nothing: a Refusal rolls everything back. With `once`, the first answer is stored beside its
 * effect, and the same request again gets that answer and has no effect: for what has no session yet (see writeSession).
 */
export async function transact<T>(
  deps: Pick<Deps, 'db'>,
  once: OnceKey | undefined,
  body: (unit: Unit) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const actions: Action[] = []
  const afterCommit = (action: Action): void => void actions.push(action)
  const meanwhile: (() => void)[] = []
  const whileCommitting = (action: () => void): void => void meanwhile.push(action)
  let condition: Promise<void> | undefined
  const provided = (given: Promise<void>): void => {
    condition = given
    condition.catch(() => undefined)
  }
  const transaction = inTransaction<T | Refusal>(
    deps.db,
    async plain => {
      const { flush, ...batch } = batched(plain)
      const unit = { ...batch, afterCommit, whileCommitting, provided }
      const given = await (once ? onlyOnce(unit, once, body) : body(unit))
      if (given instanceof Refusal) return given
      const committing = flush('and commit')
      for (const action of meanwhile) action()
      await committing
      return given
    },
    given => given instanceof Refusal,
  )
  const [ended] = await Promise.allSettled([transaction])
  await condition
  if (ended.status === 'rejected') throw ended.reason
  const answer = ended.value
  if (!(answer instanceof Refusal)) for (const action of actions) await action()
  return answer
}

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
