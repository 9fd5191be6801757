import { isObject } from './is-object'

type JsonObject = Record<string, unknown>

/**
 * RFC 7386: a patch laid over an object. `null` takes a key away, objects are merged, all else replaces. Keys that
 * stay keep their place, new ones follow. Neither is changed.
 */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(target))
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key)
    else if (isObject(value)) {
      const there = merged.get(key)
      merged.set(key, mergePatch(isObject(there) ? there : {}, value))
    } else merged.set(key, value)
  }
  return Object.fromEntries(merged)
}

/**
 * The patch that makes `after` of `before`. A merge patch cannot give a key the value `null`: what has it in `after`
 * goes away.
 */
export function patchBetween(before: JsonObject, after: JsonObject): JsonObject {
  const gone = Object.keys(before).filter(key => !Object.hasOwn(after, key))
  const changed = Object.entries(after).flatMap(([key, value]): [string, unknown][] => {
    const was = Object.hasOwn(before, key) ? before[key] : undefined
    if (JSON.stringify(was) === JSON.stringify(value)) return []
    return [[key, isObject(was) && isObject(value) ? patchBetween(was, value) : value]]
  })
  return Object.fromEntries([...gone.map((key): [string, unknown] => [key, null]), ...changed])
}
