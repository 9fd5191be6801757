import type { Log } from '@/lib/run/deps'
import { removeExpiredAuthSessions } from '@/lib/store/auth-session'
import type { Database } from '@/lib/store/database'
import { forgetOldKeys } from '@/lib/store/idempotency-key'

const HOUR_MS = 60 * 60 * 1000

/** Every hour forgets what has had its time: keys of repeated requests, browsers that stayed away. */
export function startHousekeeping(about: {
  db: Database
  clock: { offsetMs: number }
  log: Log
}): () => void {
  const tidy = async (): Promise<void> => {
    try {
      await forgetOldKeys(about.db)
      await removeExpiredAuthSessions(about.db, new Date(Date.now() + about.clock.offsetMs))
    } catch (error) {
      about.log('warn', 'Old rows could not be removed', { error: String(error) })
    }
  }
  const timer = setInterval(() => void tidy(), HOUR_MS).unref()
  return () => clearInterval(timer)
}
