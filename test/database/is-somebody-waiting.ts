import type { Database } from '@/lib/store/connection/database'

/** Whether somebody in this database waits for a lock that somebody else holds. */
export async function isSomebodyWaiting(db: Database): Promise<boolean> {
  const [row] = await db.$queryRaw<{ waiting: boolean }[]>`SELECT EXISTS (
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting`
  return row?.waiting === true
}
