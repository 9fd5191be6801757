import * as z from 'zod'
import { isObject } from './is-object'
import { isTooDeep, JSON_DEPTH } from './json-depth'
import { mergePatch } from './merge-patch'
import type { FieldError } from './problem'
import { pointerTo } from './state-path'

/** What the agent keeps in mind from one Request to the next: one JSON object. */
export const State = z.record(z.string(), z.unknown())
export type State = z.infer<typeof State>

export const EMPTY_STATE: State = {}

/** Bytes of a State as JSON. It is part of every Request. */
export const STATE_BYTES = 100_000

/**
 * A JSON merge patch, as it was given: a schema that walks it would lose keys. What names the prototype of an object
 * is no key for anything.
 */
export const StatePatch = z
  .unknown()
  .check(({ value, issues }) => {
    const message = patchFault(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  })
  .meta({ type: 'object', additionalProperties: true }) as z.ZodType<State>

function patchFault(value: unknown): string | null {
  if (!isObject(value)) return 'Write an object.'
  return namesPrototype(value) ? 'A key cannot be named __proto__.' : null
}

const namesPrototype = (value: unknown, depth: number = JSON_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  depth > 0 &&
  (Object.hasOwn(value, '__proto__') || Object.values(value).some(part => namesPrototype(part, depth - 1)))

/** A State as it was made, or what is wrong with it. */
export type Made = { ok: true; state: State } | { ok: false; errors: FieldError[] }

/** A State after a patch. `path`: where the patch stands. */
export function patchedState(state: State, patch: State, path: string): Made {
  return fitting(mergePatch(state, patch), path)
}

/** A State with a value at a place, in objects that are made where there are none; or what is wrong with it. */
export function placedState(state: State, keys: string[], value: unknown): Made {
  const path = pointerTo(keys)
  const made = placed(state, keys, value)
  return made
    ? fitting(made, path)
    : { ok: false, errors: [{ path, message: 'On the way there is something that is no object.' }] }
}

function placed(state: State, [key = '', ...deeper]: string[], value: unknown): State | null {
  if (deeper.length === 0) return { ...state, [key]: value }
  const within = Object.hasOwn(state, key) ? state[key] : {}
  const made = isObject(within) ? placed(within, deeper, value) : null
  return made && { ...state, [key]: made }
}

function fitting(made: State, path: string): Made {
  const message = faultOf(made)
  return message ? { ok: false, errors: [{ path, message }] } : { ok: true, state: made }
}

function faultOf(state: State): string | null {
  if (isTooDeep(state)) return `The state would be nested more than ${JSON_DEPTH} levels deep.`
  const bytes = new TextEncoder().encode(JSON.stringify(state)).length
  return bytes > STATE_BYTES
    ? `The state would have ${bytes} bytes of JSON, and at most ${STATE_BYTES} are kept: take something out of it.`
    : null
}
