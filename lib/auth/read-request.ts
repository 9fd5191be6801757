import * as z from 'zod'
import type { Operation } from '@/lib/domain/operation'
import { Refusal, refuse } from '@/lib/domain/problem'
import { ModelId } from '@/lib/domain/session'
import { fieldErrors, sayFields } from './field-errors'
import { isId } from './is-id'
import { readBody } from './read-body'
import { strictJson } from './strict-json'

/** The named parts of a path, as Next gives them. */
export type Params = Record<string, string | string[] | undefined>

/** All of them are ids of ours, but for `n`, a number, and `modelId`. Of a path without named parts Next gives nothing at all. */
export function readParams(params: Params = {}): Record<string, string> | Refusal {
  const ids: Record<string, string> = {}
  for (const [name, id] of Object.entries(params)) {
    const { isKnown, read } = KINDS[name] ?? OWN_ID
    if (typeof id !== 'string' || !isKnown(id)) return refuse('not_found', 'There is nothing with that id.')
    ids[name] = read(id)
  }
  return ids
}

type ParamKind = { isKnown: (text: string) => boolean; read: (text: string) => string }
const asItIs = (text: string): string => text
const OWN_ID: ParamKind = { isKnown: isId, read: text => text.toLowerCase() }
const KINDS: Record<string, ParamKind> = {
  n: { isKnown: text => isNumber(text), read: asItIs },
  modelId: { isKnown: text => ModelId.safeParse(text).success, read: asItIs },
}

const isNumber = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text)

export function readQuery(operation: Operation, url: string): unknown | Refusal {
  if (!operation.query) return {}
  const asked = new URL(url).searchParams
  const foul = [...asked].find(([, value]) => value.includes('\0'))?.[0]
  const lists = Object.keys(operation.query.shape).filter(name => isList(operation.query?.shape[name]))
  const given = {
    ...Object.fromEntries(asked),
    ...Object.fromEntries(lists.flatMap(name => (asked.has(name) ? [[name, asked.getAll(name)]] : []))),
  }
  if (foul === undefined) return parse(operation.query, given)
  const message = 'The text holds a NUL character.'
  return refuse('invalid_request', message, { errors: [{ path: `/${foul}`, message }] })
}

/** What may be given several times. */
const isList = (schema: unknown): boolean =>
  schema instanceof z.ZodArray || (schema instanceof z.ZodDefault && isList(schema.unwrap()))

/** Of operations that want none. */
const NO_FIELDS = z.strictObject({})

/** The body by its schema; one that is left out counts as an empty object. `hash` is over its bytes. */
export async function readInput(
  operation: Operation,
  request: Request,
): Promise<{ value: unknown; hash: string } | Refusal> {
  if (request.method === 'GET' || request.method === 'HEAD') return { value: undefined, hash: '' }
  const body = await readBody(request)
  if (body instanceof Refusal) return body
  const json = body ? strictJson(body.text) : { value: {} }
  if (json instanceof Refusal) return json
  const value = parse(operation.body ?? NO_FIELDS, json.value)
  return value instanceof Refusal ? value : { value, hash: body?.hash ?? '' }
}

function parse(schema: z.ZodType, value: unknown): unknown | Refusal {
  const parsed = schema.safeParse(value, { error: sayFields })
  if (parsed.success) return parsed.data
  const errors = fieldErrors(parsed.error)
  const [first] = errors
  return refuse('invalid_request', first ? `${first.path || 'The request'}: ${first.message}` : '', {
    errors,
  })
}
