import type { StateChange, StateRevision } from './state-changes'

/**
 * The unresolved conflicts, each with the current value. A person resolves one by changing the place or something that
 * contains it; the agent only by restoring the person's value. `revisions` begin with the newest.
 */
export function openConflicts(revisions: readonly StateRevision[]): StateChange[] {
  const settled: string[] = []
  const latest = new Map<string, StateChange>()
  return revisions.flatMap(({ callId, changes, conflicts = [] }) => {
    for (const change of changes) if (!latest.has(change.path)) latest.set(change.path, change)
    const open = conflicts.flatMap(({ path, before, after }) => {
      const now = latest.has(path) ? latest.get(path)?.after : after
      if (now === before || settled.some(place => isWithin(path, place) || isWithin(place, path))) return []
      settled.push(path)
      return [
        { path, ...(before === undefined ? {} : { before }), ...(now === undefined ? {} : { after: now }) },
      ]
    })
    if (callId === undefined) settled.push(...changes.map(({ path }) => path))
    return open
  })
}

const isWithin = (path: string, place: string): boolean => `${path}/`.startsWith(`${place}/`)
