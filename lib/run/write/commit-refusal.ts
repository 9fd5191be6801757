import type { Refusal } from '@/lib/domain/contract/problem'
import { type ProblemCode, refuse } from '@/lib/domain/contract/problem'
import { NotReadable } from '@/lib/store/connection/stored'
import { hasCode } from '@/lib/store/connection/unreachable'
import type { Deps } from '../process/deps'
import { RecordBroken } from './record-broken'
import { reportBrokenRecord } from './report-broken-record'

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

const CONFLICT: ProblemCode = 'idempotency_conflict'

export const keyConflict = (): Refusal => refuse(CONFLICT, 'This Idempotency-Key was used with another body.')

/** Somebody else wrote a session first, in a transaction that cannot be done again by itself. */
export class VersionConflict extends Error {
  constructor(sessionId: string) {
    super(`Session ${sessionId} is no longer as it was read.`)
  }
}

/** Postgres: a row that somebody else has just made, where a statement of ours says so itself. */
const JUST_MADE = '23505'
/** Postgres: a circle of locks. Prisma tells of it in words of its own. */
const RACED = ['40P01', '40001', 'P2034']

/** True for a statement that failed over what somebody else did in the same moment. */
export function isRaced(error: unknown): boolean {
  if (error instanceof Error && Reflect.get(error, 'code') === JUST_MADE) return true
  return error instanceof VersionConflict || hasCode(error, RACED)
}
