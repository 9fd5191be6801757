import * as z from 'zod'
import { type CodedText, firstOf } from '@/lib/messages/phrase'
import { isObject, pointerTo } from '@/lib/text/json/json-value'
import { startOf } from '@/lib/text/truncate'
import { Instant } from '../instant'
import type { State } from './state'

/** A change at one place in a State, as JSON text; `before` or `after` is missing if there was, or is, no value. */
const StateChange = z.object({
  path: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
})
export type StateChange = z.infer<typeof StateChange>

/** A change of a State; `callId`: the Call by which the agent made it, absent if a person did. */
export const StateRevision = z.object({
  revision: z.int(),
  at: Instant,
  callId: z.string().optional(),
  changes: z.array(StateChange),
  /** For a Call: the values set by a person that it overwrote. Absent if none. */
  conflicts: z.array(StateChange).optional(),
  /** Of the newest: those of all Calls that nobody has resolved since, each with the value now. Absent if none. */
  open: z.array(StateChange).optional(),
})
export type StateRevision = z.infer<typeof StateRevision>

const SHOWN_CHARS = 1000

/** The innermost places where two States differ, by JSON pointer; lists are compared as a whole. */
export const stateChanges = (before: State, after: State): StateChange[] =>
  statePlaces(before, after).map(({ path, was, is }) => ({
    path,
    ...(was === undefined ? {} : { before: valueText(was) }),
    ...(is === undefined ? {} : { after: valueText(is) }),
  }))

type StatePlace = { path: string; keys: string[]; was: unknown; is: unknown }

/** The same with the values themselves, of which either may be missing. */
export function statePlaces(before: State, after: State, over: string[] = []): StatePlace[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap(key => {
    const keys = [...over, key]
    const [was, is] = [own(before, key), own(after, key)]
    if (isObject(was) && isObject(is)) return statePlaces(was, is, keys)
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ path: pointerTo(...keys), keys, was, is }]
  })
}

const own = (state: State, key: string): unknown => (Object.hasOwn(state, key) ? state[key] : undefined)

function valueText(value: unknown): string {
  const text = JSON.stringify(value)
  if (text.length <= SHOWN_CHARS) return text
  return `${startOf(text, SHOWN_CHARS)} (${text.length} characters)`
}

const MOST = 8
const WORD_CHARS = 120

/** Changes of a State in words. */
export function stateCorrection(changes: StateChange[]): CodedText {
  const parts = changes.map(({ path, before, after }): CodedText => {
    if (after === undefined) return { code: 'correction.stateRemoved', params: { path } }
    if (before === undefined) return { code: 'correction.stateSet', params: { path, after: cut(after) } }
    return { code: 'correction.stateValue', params: { path, before: cut(before), after: cut(after) } }
  })
  return { code: 'correction.state', parts: firstOf(parts, MOST, 'correction.more') }
}

const cut = (text: string): string => startOf(text, WORD_CHARS)
