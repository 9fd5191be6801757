import type { SessionSnapshot } from '@/lib/store/session/session-work'
import { isSmall } from '@/lib/text/json/json-pieces'

const MOST = 200

/** Sessions as this process left them, by the set of Calls that waits. When a person decides, most have not changed since. */
export class RecentSessions {
  readonly #snapshots = new Map<string, SessionSnapshot>()

  keep(snapshot: SessionSnapshot): void {
    const setId = snapshot.work.calls[0]?.setId
    if (setId === undefined || !isSmall(snapshot.work)) return
    this.#snapshots.delete(setId)
    this.#snapshots.set(setId, snapshot)
    const [oldest = ''] = this.#snapshots.keys()
    if (this.#snapshots.size > MOST) this.#snapshots.delete(oldest)
  }

  /** Given once: the decision changes the session. */
  take(setId: string): SessionSnapshot | undefined {
    const snapshot = this.#snapshots.get(setId)
    this.#snapshots.delete(setId)
    return snapshot
  }
}
