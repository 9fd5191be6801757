import type { Refusal } from '@/lib/domain/problem'
import type { OnceKey } from '@/lib/store/idempotency-key'
import type { Deps } from './deps'
import { transact } from './transact'
import { type Write, writeSession } from './write'

/**
 * A fact from outside the loop: a message, a Decision, a stop, a Rule. It locks the Session row first, then
 * writes, bumps the version and sets `wakeAt`, in one transaction: the wake is a column of the row it is
 * about, so it cannot be lost without the fact. The note that follows the commit only makes it quick.
 */
export function writeFact<T>(
  deps: Deps,
  about: { sessionId: string; once?: OnceKey | undefined },
  body: (write: Write) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  return transact(deps, about.once, unit =>
    writeSession(deps, { ...unit, sessionId: about.sessionId }, async write => {
      const answer = await body(write)
      write.row.version += 1
      write.row.wakeAt = write.now
      unit.afterCommit(() => deps.bus.publish({ kind: 'wake', sessionId: about.sessionId }))
      return answer
    }),
  )
}
