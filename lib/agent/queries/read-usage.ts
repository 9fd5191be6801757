import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import type { UsageGrouping, UsageReport } from '@/lib/domain/contract/usage-operations'
import { databaseNow } from '@/lib/store/connection/sql'
import { hasCode } from '@/lib/store/connection/unreachable'
import { findSession } from '@/lib/store/session/session'
import { type UsageQuery, usageReport } from '@/lib/store/session/usage-report'
import type { Deps } from '../process/deps'

const WITHIN_SESSION: UsageGrouping[] = ['run', 'request']

/** What was used in some days, or in a session. */
export async function readUsage(deps: Deps, query: Omit<UsageQuery, 'now'>): Promise<UsageReport | Refusal> {
  const { groupBy, timeZone, sessionId, from, to } = query
  if (from !== undefined && to !== undefined && from > to) return invalid('from', 'It is later than `to`.')
  if (sessionId === undefined && WITHIN_SESSION.includes(groupBy))
    return invalid('sessionId', `With groupBy=${groupBy} this is needed.`)
  if (sessionId !== undefined && !(await findSession(deps.sql, { id: sessionId })))
    return refuse('not_found', { code: 'problem.noSession' })
  const now = await databaseNow(deps.sql, deps.clock.offsetMs)
  try {
    return { groupBy, timeZone, ...(await usageReport(deps.sql, { ...query, now })) }
  } catch (error) {
    // Postgres has a list of time zones of its own.
    if (hasCode(error, ['22023'])) return invalid('timeZone', 'The database does not know this time zone.')
    throw error
  }
}

const invalid = (name: string, message: string): Refusal =>
  refuse('invalid_request', `/${name}: ${message}`, { errors: [{ path: `/${name}`, message }] })
