import type { Session } from '@/lib/domain/session'

export const GROUPS = ['needsYou', 'running', 'today', 'yesterday', 'week', 'earlier'] as const
export type GroupName = (typeof GROUPS)[number]

export type SessionGroup = { name: GroupName; sessions: Session[] }

const DAY = 86_400_000

/**
 * Sessions as they are listed: what needs a person, what is at work, then by the day of the last activity.
 * `offsetMs` is how far the reader's clock is ahead of UTC. Within a group they keep their order.
 */
export function sessionGroups(sessions: Session[], at: { now: number; offsetMs: number }): SessionGroup[] {
  const today = dayOf(at.now, at.offsetMs)
  const all = [...new Map(sessions.map(session => [session.id, session])).values()]
  const nameOf = (session: Session): GroupName => {
    if (session.pendingCalls > 0) return 'needsYou'
    if (session.state === 'running') return 'running'
    return dayName(today - dayOf(Date.parse(session.updatedAt), at.offsetMs))
  }
  const named = Map.groupBy(all, nameOf)
  return GROUPS.flatMap(name => {
    const found = named.get(name)
    return found ? [{ name, sessions: found }] : []
  })
}

const dayOf = (ms: number, offsetMs: number): number => Math.floor((ms + offsetMs) / DAY)

function dayName(daysAgo: number): GroupName {
  if (daysAgo <= 0) return 'today'
  if (daysAgo === 1) return 'yesterday'
  return daysAgo < 7 ? 'week' : 'earlier'
}
