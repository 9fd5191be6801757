import type { Session } from '@/lib/domain/session/session'

const GROUPS = ['needsYou', 'running', 'today', 'yesterday', 'week', 'earlier'] as const
type GroupName = (typeof GROUPS)[number]

export type SessionGroup = { name: GroupName; sessions: Session[] }

const DAY = 86_400_000

/**
 * Sessions as they are listed: those that need a person, those that are running, then by the day of their last activity.
 * `offsetMs`: how far the reader's clock is ahead of UTC. Within a group they keep their order.
 */
export function sessionGroups(sessions: Session[], at: { now: number; offsetMs: number }): SessionGroup[] {
  const today = dayOf(at.now, at.offsetMs)
  const all = [...new Map(sessions.map(session => [session.id, session])).values()]
  const nameOf = (session: Session): GroupName => {
    if (session.pendingCalls > 0) return 'needsYou'
    if (session.state === 'running') return 'running'
    return dayName(today - dayOf(Date.parse(session.updatedAt), at.offsetMs))
  }
  const byName = Map.groupBy(all, nameOf)
  return GROUPS.flatMap(name => {
    const members = byName.get(name)
    return members ? [{ name, sessions: members }] : []
  })
}

const dayOf = (ms: number, offsetMs: number): number => Math.floor((ms + offsetMs) / DAY)

function dayName(daysAgo: number): GroupName {
  if (daysAgo <= 0) return 'today'
  if (daysAgo === 1) return 'yesterday'
  return daysAgo < 7 ? 'week' : 'earlier'
}
