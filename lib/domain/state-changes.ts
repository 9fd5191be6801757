import * as z from 'zod'
import { Instant } from './instant'
import { isObject } from './is-object'
import type { State } from './state'

/** What became of one place of a State, as JSON text; `before` or `after` is missing where there was, or is, none. */
export const StateChange = z.object({
  path: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
})
export type StateChange = z.infer<typeof StateChange>

/** How a State was changed; `callId`: the Call by which the agent did, absent where a person did. */
export const StateRevision = z.object({
  revision: z.int(),
  at: Instant,
  callId: z.string().optional(),
  changes: z.array(StateChange),
})
export type StateRevision = z.infer<typeof StateRevision>

/** Characters of a value that are told. */
const SHOWN_CHARS = 1000

/** The innermost places at which two States differ, by JSON pointer; lists count as a whole. */
export function stateChanges(before: State, after: State, at = ''): StateChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.flatMap(key => {
    const path = `${at}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`
    const [was, is] = [own(before, key), own(after, key)]
    if (isObject(was) && isObject(is)) return stateChanges(was, is, path)
    const one = was === undefined ? {} : { before: shown(was) }
    const other = is === undefined ? {} : { after: shown(is) }
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ path, ...one, ...other }]
  })
}

const own = (state: State, key: string): unknown => (Object.hasOwn(state, key) ? state[key] : undefined)

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  if (text.length <= SHOWN_CHARS) return text
  return `${text.slice(0, SHOWN_CHARS).toWellFormed()}… (${text.length} characters)`
}

/** At most so many places are named, and so much of a value. */
const MOST = 8
const WORD_CHARS = 120

/** Changes of a State in words. */
export function stateChangesText(changes: StateChange[]): string {
  const told = changes.slice(0, MOST).map(({ path, before, after }) => {
    if (after === undefined) return `${path} removed`
    return before === undefined
      ? `${path} set to ${cut(after)}`
      : `${path} from ${cut(before)} to ${cut(after)}`
  })
  const more = changes.length - told.length
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

const cut = (text: string): string =>
  text.length > WORD_CHARS ? `${text.slice(0, WORD_CHARS).toWellFormed()}…` : text
