import { isObject } from '@/lib/text/json/json-value'
import type { State } from './state'
import { type StateChange, stateChanges, statePlaces } from './state-changes'

/** A person's revision of a State: the State before and after it. */
export type PersonRevision = { revision: number; before: State; after: State }

/** Collects conflicts while it is told of people's revisions, of all there are before, from the newest on. */
type ConflictSearch = { add: (correction: PersonRevision) => void; conflicts: StateChange[] }

/**
 * The values set by a person that a Call overwrote by this revision, judged by the latest of the person's revisions
 * that touched the place.
 */
export function searchOverwritten({ revision, before, after }: PersonRevision): ConflictSearch {
  const looked = new Set<string>()
  const conflicts: StateChange[] = []
  const add = (correction: PersonRevision): void => {
    if (correction.revision >= revision) return
    for (const { path, keys, is } of statePlaces(correction.before, correction.after)) {
      if (looked.has(path)) continue
      looked.add(path)
      if (isSame(is, at(before, keys))) conflicts.push(...changesAt(path, is, at(after, keys)))
    }
  }
  return { add, conflicts }
}

/**
 * The conflicts that are unresolved, each with the current value. A person resolves one by changing the place or
 * something that contains it; the agent only by restoring the person's value.
 */
export function searchOpenConflicts(state: State): ConflictSearch {
  const settled: string[] = []
  const conflicts: StateChange[] = []
  const isSettled = ({ path }: StateChange): boolean =>
    settled.some(other => isWithin(path, other) || isWithin(other, path))
  const add = ({ before, after }: PersonRevision): void => {
    const paths = statePlaces(before, after)
    const changes = paths.flatMap(({ path, keys, is }) => changesAt(path, is, at(state, keys)))
    conflicts.push(...changes.filter(change => !isSettled(change)))
    settled.push(...paths.map(({ path }) => path))
  }
  return { add, conflicts }
}

const isWithin = (path: string, other: string): boolean => `${path}/`.startsWith(`${other}/`)

function changesAt(path: string, was: unknown, is: unknown): StateChange[] {
  if (isSame(was, is)) return []
  return stateChanges(alone(was), alone(is)).map(change => ({
    ...change,
    path: `${path}${change.path.slice(ALONE.length + 1)}`,
  }))
}

const ALONE = 'a'
const alone = (value: unknown): State => (value === undefined ? {} : { [ALONE]: value })

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function at(state: State, keys: readonly string[]): unknown {
  let value: unknown = state
  for (const key of keys) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return value
}
