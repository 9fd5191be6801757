import * as z from 'zod'
import type { Operation } from '@/lib/domain/contract/operation'
import {
  type FieldError,
  fieldFault,
  Refusal,
  refuse,
  refuseField,
  refuseRequest,
  schemaFault,
} from '@/lib/domain/contract/problem'
import type { CodedText, TextCode } from '@/lib/messages/phrase'
import { pointerTo } from '@/lib/text/json/json-value'
import { readBody, strictJson } from './read-body'

/** A request as the contract reads it. `hash`: of the body's bytes; `revision`: see `ifMatch`. */
export async function parseRequest(
  operation: Operation,
  request: Request,
  params: Record<string, string> | Refusal,
) {
  const input = await readInput(operation, request)
  if (input instanceof Refusal) return input
  if (params instanceof Refusal) return params
  const query = readQuery(operation, request.url)
  if (query instanceof Refusal) return query
  const revision = ifMatch(operation, request.headers, input.value)
  if (revision instanceof Refusal) return revision
  return { params, query, body: input.value, hash: input.hash, revision }
}

function readQuery({ query = NO_FIELDS }: Operation, url: string): unknown | Refusal {
  const { searchParams } = new URL(url)
  const foul = [...searchParams].find(([, value]) => value.includes('\0'))?.[0]
  if (foul !== undefined) return refuseField(`/${foul}`, { code: 'fault.nul' })
  const lists = Object.keys(query.shape).filter(name => isList(query.shape[name]) && searchParams.has(name))
  return parse(query, {
    ...Object.fromEntries(searchParams),
    ...Object.fromEntries(lists.map(name => [name, searchParams.getAll(name)])),
  })
}

/** Whether a parameter may be repeated. */
const isList = (schema: unknown): boolean =>
  schema instanceof z.ZodArray || (schema instanceof z.ZodDefault && isList(schema.unwrap()))

/** For operations without a body, and for those without a query. */
const NO_FIELDS: z.ZodObject = z.strictObject({})

/** The body by its schema; one that is left out counts as an empty object. */
async function readInput(
  operation: Operation,
  request: Request,
): Promise<{ value: unknown; hash: string } | Refusal> {
  if (request.method === 'GET' || request.method === 'HEAD') return { value: undefined, hash: '' }
  const body = await readBody(request, operation.fileBytes)
  if (body instanceof Refusal) return body
  const json = body ? strictJson(body.text, operation.fileBytes) : { value: {} }
  if (json instanceof Refusal) return json
  const value = parse(operation.body ?? NO_FIELDS, json.value)
  return value instanceof Refusal ? value : { value, hash: body?.hash ?? '' }
}

function parse(schema: z.ZodType, value: unknown): unknown | Refusal {
  const parsed = schema.safeParse(value, { error: nameFields })
  if (parsed.success) return parsed.data
  return refuseRequest(parsed.error.issues.flatMap(toErrors).slice(0, MOST_ERRORS))
}

/** More errors than these help nobody. */
const MOST_ERRORS = 50

/** The fields that there are, for whoever misspells one. */
const nameFields: z.core.$ZodErrorMap = issue => {
  if (issue.code !== 'unrecognized_keys' || !(issue.inst instanceof z.ZodObject)) return undefined
  return Object.keys(issue.inst.shape).join(', ') || 'none'
}

/** An issue of Zod by JSON pointer and in plain words. */
function toErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = pointerTo(...issue.path)
  if (issue.code === 'unrecognized_keys') {
    const codedText: CodedText = { code: 'fault.unknown', params: { names: issue.message } }
    return issue.keys.slice(0, MOST_ERRORS).map(key => fieldFault(`${path}${pointerTo(key)}`, codedText))
  }
  // What is wrong with the key of a record is said of the key.
  if (issue.code === 'invalid_key')
    return issue.issues.flatMap(fault => toErrors({ ...fault, path: issue.path }))
  if (issue.message.endsWith('received undefined')) return [fieldFault(path, { code: 'fault.missing' })]
  const codedText = wordsOf(issue)
  if (!codedText) return [schemaFault(path, issue.message)]
  return [{ path, message: issue.message.replace(/^Invalid (input|option): e/, 'E'), codedText }]
}

const TYPES: Partial<Record<string, string>> = { int: 'integer', record: 'object' }

/** What Zod says in English, in words; undefined where it says what our schemas say. */
function wordsOf(issue: z.core.$ZodIssue): CodedText | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const actual = / received (\w+)$/.exec(issue.message)?.[1] ?? ''
      const one = TYPES[issue.expected] ?? issue.expected
      return { code: 'fault.type', params: { one, two: 'none', actual } }
    }
    case 'invalid_value':
      return { code: 'fault.enum', params: { values: issue.values.map(String).join(', ') } }
    case 'too_small':
      return { code: LEAST[issue.origin] ?? 'fault.minimum', params: { limit: Number(issue.minimum) } }
    case 'too_big':
      return { code: MOST[issue.origin] ?? 'fault.maximum', params: { limit: Number(issue.maximum) } }
    default:
      return undefined
  }
}

const LEAST: Partial<Record<string, TextCode>> = { string: 'fault.minLength', array: 'fault.minItems' }
const MOST: Partial<Record<string, TextCode>> = { string: 'fault.maxLength', array: 'fault.maxItems' }

/**
 * The revision that a change was made from, by its If-Match or its body; undefined if it may be any. For a resource
 * without revisions If-Match is refused, since its sender would believe the change to be guarded.
 */
export function ifMatch(
  { endpoint, ifMatch: hasRevision }: Pick<Operation, 'endpoint' | 'ifMatch'>,
  headers: Pick<Headers, 'get'>,
  body: unknown,
): number | undefined | Refusal {
  const header = /^(PATCH|PUT) /.test(endpoint) ? headers.get('if-match') : null
  const inBody = hasRevision ? z.object({ revision: z.number() }).safeParse(body).data?.revision : undefined
  if (header === null || header === '*') return inBody
  const [, bare, quoted] = /^(?:(\d{1,9})|"(\d{1,9})")$/.exec(header) ?? []
  const digits = bare ?? quoted
  if (digits === undefined) return refuse('invalid_request', NO_REVISION)
  if (!hasRevision) return refuse('invalid_request', NONE_HERE)
  if (inBody !== undefined && inBody !== Number(digits)) return refuse('invalid_request', DIFFERENT)
  return Number(digits)
}

const NO_REVISION = 'If-Match holds one revision, a number as in "3", or * for whichever it is.'
const NONE_HERE = 'This has no revision that If-Match could name. Nothing was changed.'
const DIFFERENT = 'If-Match and the body name different revisions. Nothing was changed.'
