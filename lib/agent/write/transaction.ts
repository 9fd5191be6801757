import { Refusal, refuse } from '@/lib/domain/contract/problem'
import type { Instant } from '@/lib/domain/instant'
import { tellEach } from '@/lib/domain/tell-each'
import { inTransaction, type Tx } from '@/lib/store/connection/database'
import { databaseNow } from '@/lib/store/connection/sql'
import { NotReadable } from '@/lib/store/connection/stored'
import { hasCode } from '@/lib/store/connection/unreachable'
import { claimKey, keepAnswer, type OnceKey } from '@/lib/store/installation/idempotency-key'
import type { Deps } from '../process/deps'
import { errorFields } from '../process/error-fields'
import {
  addInstallationFact,
  type InstallationFact,
  RecordBroken,
  reportBrokenRecord,
} from './installation-chain'

/** One transaction, begun `at` this database time. */
export type Unit = {
  tx: Tx
  at: Instant
  /** Adds a fact to the installation's own chain. Ask last: every writer of it waits here. */
  record: (fact: InstallationFact) => Promise<void>
  afterCommit: (action: () => void) => void
}

const TRIES = 20

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
    const inside = async (tx: Tx): Promise<T | Refusal> => {
      const claim = once && (await claimKey(tx, once))
      if (claim?.kind === 'conflict') return keyConflict()
      if (claim?.kind === 'repeated') return claim.answer as T
      const at = await databaseNow(tx, deps.clock.offsetMs)
      const answer = await body({
        tx,
        at,
        record: fact => addInstallationFact(deps, { tx, at }, fact),
        afterCommit: action => void actions.push(action),
      })
      if (once && !(answer instanceof Refusal)) await keepAnswer(tx, once, answer)
      return answer
    }
    try {
      const { timeout } = deps
      const isRefusal = (result: unknown): boolean => result instanceof Refusal
      const answer = await inTransaction<T | Refusal>(deps.db, inside, { isRefusal, timeout })
      if (!(answer instanceof Refusal)) runAfterCommit(deps, actions)
      return answer
    } catch (error) {
      if (!isRaced(error) || tries >= TRIES) return commitRefusal(deps, error)
    }
  }
}

/** What was stored is stored: whatever goes wrong with what follows from it is for the log. */
export const runAfterCommit = ({ log }: Pick<Deps, 'log'>, listeners: (() => void)[]): void =>
  tellEach({
    listeners,
    report: error => log('error', 'What follows from a commit failed', errorFields(error)),
  })

/** What cannot be read is tried again and again, and said once. */
const logged = new Set<string>()

/** What a commit failed with, if that is to be answered; a broken record is reported. Anything else is thrown on. */
export async function commitRefusal(
  deps: Pick<Deps, 'db' | 'bus' | 'clock' | 'signer' | 'log'>,
  reason: unknown,
): Promise<Refusal> {
  if (reason instanceof NotReadable) {
    if (!logged.has(reason.what)) deps.log('warn', reason.message)
    logged.add(reason.what)
    return reason.toRefusal()
  }
  if (!(reason instanceof RecordBroken)) throw reason
  await reportBrokenRecord(deps, reason)
  return reason.toRefusal()
}

export const keyConflict = (): Refusal =>
  refuse('idempotency_conflict', 'This Idempotency-Key was used with another body.')

/** Somebody else wrote a session first, in a transaction that cannot be done again by itself. */
export class VersionConflict extends Error {
  constructor(sessionId: string) {
    super(`Session ${sessionId} is no longer as it was read.`)
  }
}

/** Postgres: a row that somebody else has just made, where a statement of ours says so itself. */
const JUST_MADE = '23505'
/** Postgres: a deadlock, a serialization failure. Prisma: a write conflict, a row that somebody else has just made. */
const RACED = ['40P01', '40001', 'P2034', 'P2002']

/** True for a statement that failed over what somebody else did in the same moment. */
export function isRaced(error: unknown): boolean {
  if (error instanceof Error && Reflect.get(error, 'code') === JUST_MADE) return true
  return error instanceof VersionConflict || hasCode(error, RACED)
}
