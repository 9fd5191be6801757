import { isObject } from './json-value'

type JsonObject = Record<string, unknown>

/**
 * RFC 7386: applies a patch to an object. `null` removes a key, objects are merged, anything else replaces. Remaining
 * keys keep their place, new ones follow. Neither argument is changed.
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

/** The patch that turns `before` into `after`. A merge patch cannot set a key to `null`: such a key is removed. */
export function patchBetween(before: JsonObject, after: JsonObject): JsonObject {
  const removed = Object.keys(before).filter(key => !Object.hasOwn(after, key))
  const changed = Object.entries(after).flatMap(([key, value]): [string, unknown][] => {
    const was = Object.hasOwn(before, key) ? before[key] : undefined
    if (JSON.stringify(was) === JSON.stringify(value)) return []
    return [[key, isObject(was) && isObject(value) ? patchBetween(was, value) : value]]
  })
  return Object.fromEntries([...removed.map((key): [string, unknown] => [key, null]), ...changed])
}
