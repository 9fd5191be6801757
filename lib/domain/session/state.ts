import * as z from 'zod'
import type { CodedText, TextCode } from '@/lib/messages/phrase'
import { isObject, isTooDeep, JSON_DEPTH, pointerTo } from '@/lib/text/json/json-value'
import { mergePatch } from '@/lib/text/json/merge-patch'
import { type FieldError, fieldFault } from '../contract/problem'

/** The agent's working memory between Requests: one JSON object. */
export const State = z.record(z.string(), z.unknown())
export type State = z.infer<typeof State>

export const EMPTY_STATE: State = {}

/** The largest State, in bytes of JSON. It is part of every Request. */
export const STATE_BYTES = 100_000

/**
 * A JSON merge patch, passed through unchanged: a schema that walks it would lose keys. Patches that name an object's
 * prototype are refused.
 */
export const StatePatch = z
  .unknown()
  .check(({ value, issues }) => {
    const message = patchFault(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  })
  .meta({ type: 'object', additionalProperties: true }) as z.ZodType<State>

function patchFault(value: unknown): TextCode | null {
  if (!isObject(value)) return 'fault.noObject'
  return namesPrototype(value) ? 'fault.prototype' : null
}

const namesPrototype = (value: unknown, depth: number = JSON_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  depth > 0 &&
  (Object.hasOwn(value, '__proto__') || Object.values(value).some(part => namesPrototype(part, depth - 1)))

/** The resulting State, or what is wrong with it. */
export type StateOutcome = { ok: true; state: State } | { ok: false; errors: FieldError[] }

/** A State after a patch. `path`: where the patch is in the arguments. */
export function patchedState(state: State, patch: State, path: string): StateOutcome {
  return fitting(mergePatch(state, patch), path)
}

/** A State with a value set at a path, creating objects on the way, or what is wrong with it. */
export function placedState(state: State, keys: string[], value: unknown): StateOutcome {
  const path = pointerTo(...keys)
  const changed = placed(state, keys, value)
  return changed
    ? fitting(changed, path)
    : { ok: false, errors: [fieldFault(path, { code: 'fault.stateNoObject' })] }
}

function placed(state: State, [key = '', ...deeper]: string[], value: unknown): State | null {
  if (deeper.length === 0) return { ...state, [key]: value }
  const within = Object.hasOwn(state, key) ? state[key] : {}
  const changed = isObject(within) ? placed(within, deeper, value) : null
  return changed && { ...state, [key]: changed }
}

function fitting(state: State, path: string): StateOutcome {
  const codedText = faultOf(state)
  return codedText ? { ok: false, errors: [fieldFault(path, codedText)] } : { ok: true, state }
}

function faultOf(state: State): CodedText | null {
  if (isTooDeep(state)) return { code: 'fault.stateDeep', params: { limit: JSON_DEPTH } }
  const bytes = new TextEncoder().encode(JSON.stringify(state)).length
  return bytes > STATE_BYTES
    ? { code: 'fault.stateTooLarge', params: { bytes: String(bytes), limit: String(STATE_BYTES) } }
    : null
}
