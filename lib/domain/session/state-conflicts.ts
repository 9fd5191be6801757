import { isObject } from '@/lib/json/json-value'
import type { State } from './state'
import { type StateChange, stateChanges, statePlaces } from './state-changes'

/** A person's revision of a State: the State before and after it. */
export type PersonRevision = { revision: number; before: State; after: State }

/**
 * The values set by a person that a Call overwrote, judged by the latest of the person's revisions that touched the
 * place. `corrections` begin with the newest.
 */
export function overwritten(
  { revision, before, after }: PersonRevision,
  corrections: readonly PersonRevision[],
): StateChange[] {
  const looked = new Set<string>()
  return corrections
    .filter(correction => correction.revision < revision)
    .flatMap(correction => {
      const places = statePlaces(correction.before, correction.after).filter(({ path }) => !looked.has(path))
      for (const { path } of places) looked.add(path)
      const changed = places.filter(
        ({ keys }) =>
          isSame(at(correction.after, keys), at(before, keys)) && !isSame(at(before, keys), at(after, keys)),
      )
      return changed.flatMap(({ path, keys }) => {
        const [was, is] = [at(before, keys), at(after, keys)]
        return stateChanges(alone(was), alone(is)).map(change => ({
          ...change,
          path: `${path}${change.path.slice(ALONE.length + 1)}`,
        }))
      })
    })
}

const ALONE = 'a'
const alone = (value: unknown): State => (value === undefined ? {} : { [ALONE]: value })

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function at(state: State, keys: readonly string[]): unknown {
  let value: unknown = state
  for (const key of keys) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return value
}
