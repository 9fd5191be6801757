import type { ErrorObject, Options, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as z from 'zod'
import { modernSchema } from '@/lib/domain/call/modern-schema'
import { isServed, type JsonSchema } from '@/lib/domain/call/tool'
import { type FieldError, fieldFault } from '@/lib/domain/contract/problem'
import { type Compute, isJobError, type Job } from '@/lib/domain/job'
import type { CodedText, StoredText } from '@/lib/messages/phrase'
import { type JsonNumbers, parseJsonText } from '@/lib/text/json/json-text'
import { isObject, pointerTo } from '@/lib/text/json/json-value'
import type { ToolDefinition } from './define-tool'

type ReadArguments = { ok: true; value: unknown } | { ok: false; errors: FieldError[] }

type Described = Pick<ToolDefinition, 'name' | 'schema'>

/** Parses the text of arguments and validates it against the Tool's schema. */
export function readArguments(definition: Described, text: string, numbers?: JsonNumbers): ReadArguments {
  const parsed = readJson(text, numbers)
  return parsed.ok ? fitted(definition, parsed.value) : parsed
}

/** Models write null for what they leave out: where it does not fit and need not be there, it is left out. */
function fitted(definition: Described, value: unknown): ReadArguments {
  const errors = validate(definition, value)
  const check = checkOf(definition)
  if (errors.length === 0 || typeof check !== 'function' || !isObject(value)) return checked(value, errors)
  const { required } = definition.schema
  const needed = new Set(Array.isArray(required) ? required : [])
  const faulty = new Set(check.errors?.map(placeOf))
  const members = Object.entries(value).filter(
    ([key, each]) => each !== null || needed.has(key) || !faulty.has(pointerTo(key)),
  )
  if (members.length === Object.keys(value).length) return checked(value, errors)
  return fitted(definition, Object.fromEntries(members))
}

export const READ_ARGUMENTS: Job<Described & { text: string }, ReadArguments> = {
  name: 'check arguments',
  size: () => Number.POSITIVE_INFINITY,
  longestMs: 5_000,
  run: ({ text, ...definition }) => readArguments(definition, text, 'any'),
}

/** Why each of these can never be called, where it cannot. */
export const CHECK_SCHEMAS: Job<Described[], (CodedText | undefined)[]> = {
  name: 'check schemas',
  size: () => Number.POSITIVE_INFINITY,
  longestMs: 5_000,
  run: tools =>
    tools.map(tool => {
      const check = compile(tool)
      return typeof check === 'function' ? undefined : check
    }),
}

/**
 * The same for any Tool. To check what a server declares may take for ever, be it for a pattern in it or for its size:
 * that is done where it can be ended.
 *
 * @throws a Job's error where there is no time or no room for it
 */
export async function checkArguments(
  compute: Compute,
  definition: Described & Pick<ToolDefinition, 'source'>,
  text: string,
): Promise<ReadArguments> {
  if (!isServed(definition.source)) return readArguments(definition, text)
  const { name, schema } = definition
  try {
    return await compute(READ_ARGUMENTS, { name, schema, text })
  } catch (error) {
    if (isJobError(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    return { ok: false, errors: [fieldFault('', { code: 'fault.schema', params: { tool: name, reason } })] }
  }
}

/** Parses the text of an answer and validates it against the schema that was asked, with the formats in it. */
export function readAnswer(
  { tool, schema }: { tool: string; schema: JsonSchema },
  text: string,
): ReadArguments {
  const parsed = readJson(text)
  if (!parsed.ok) return parsed
  const check = compile({ name: tool, schema }, { ...OPTIONS, formats: FORMATS })
  return checked(parsed.value, errorsOf(check, parsed.value))
}

function readJson(text: string, numbers?: JsonNumbers): ReadArguments {
  const parsed = parseJsonText(text, numbers)
  if (parsed.ok) return parsed
  const { path, message, codedText } = parsed
  return { ok: false, errors: [{ path, message, codedText }] }
}

const checked = (value: unknown, errors: FieldError[]): ReadArguments =>
  errors.length > 0 ? { ok: false, errors } : { ok: true, value }

/** The errors as one text, for the model. */
export const errorsText = (tool: string, errors: FieldError[]): string =>
  [
    `Invalid arguments for ${tool}:`,
    ...errors.map(({ path, message }) => `- ${path === '' ? '' : `${path}: `}${message}`),
  ].join('\n')

/** The same in words, for people; undefined where one of them has none. */
export function errorsInWords(tool: string, errors: FieldError[]): StoredText | undefined {
  const parts = errors.flatMap(({ path, codedText }) => {
    if (!codedText) return []
    const subject = path === '' ? { code: 'fault.line' } : { code: 'fault.lineAt', params: { path } }
    return [{ ...subject, parts: [codedText] }]
  })
  if (parts.length < errors.length) return undefined
  return { code: 'result.invalidArguments', params: { tool }, parts, joint: 'lines' }
}

/** More errors than these help nobody. */
const MOST_ERRORS = 20

/**
 * Checks arguments against the Tool's JSON Schema; no error is `[]`. Nothing is coerced and no default is
 * filled in. Paths are JSON pointers; messages say what to do.
 */
export const validate = (definition: Described, args: unknown): FieldError[] =>
  errorsOf(checkOf(definition), args)

function errorsOf(check: ValidateFunction | CodedText, args: unknown): FieldError[] {
  if (typeof check !== 'function') return [fieldFault('', check)]
  if (check(args)) return []
  const errors = (check.errors ?? [])
    .slice(0, MOST_ERRORS)
    .map(error => fieldFault(placeOf(error), wordsOf(error)))
  return errors.length > 0 ? errors : [fieldFault('', { code: 'fault.misfit' })]
}

/** Compiled once per definition and garbage-collected with it. An unusable schema is cached as what is wrong with it. */
const compiled = new WeakMap<Described, ValidateFunction | CodedText>()

function checkOf(definition: Described): ValidateFunction | CodedText {
  const validator = compiled.get(definition)
  if (validator !== undefined) return validator
  const check = compile(definition)
  compiled.set(definition, check)
  return check
}

/** Foreign tools have schemas of other drafts, with formats and keywords that Ajv does not know. */
const OPTIONS: Options = { allErrors: true, verbose: true, strict: false, logger: false }

const passes = (schema: z.ZodType) => (text: string) => schema.safeParse(text).success

/** What servers may ask for beside plain text. */
const FORMATS = {
  email: passes(z.email()),
  uri: passes(z.url()),
  date: passes(z.iso.date()),
  'date-time': passes(z.iso.datetime({ offset: true })),
}

/**
 * Compilers are expensive to create. A schema with an `$id` would stay visible to all others in a shared one, so it
 * gets its own.
 */
const SHARED = new Ajv2020(OPTIONS)

/** `options` that are not the usual ones need a compiler of their own. */
function compile({ name, schema: source }: Described, options = OPTIONS): ValidateFunction | CodedText {
  try {
    const schema = modernSchema(source)
    if (options !== OPTIONS || JSON.stringify(schema).includes('"$id"'))
      return new Ajv2020(options).compile(schema)
    const check = SHARED.compile(schema)
    SHARED.removeSchema(schema)
    return check
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { code: 'fault.schema', params: { tool: name, reason } }
  }
}

function placeOf({ instancePath, params }: ErrorObject): string {
  const key = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty
  return key === undefined ? instancePath : `${instancePath}${pointerTo(key)}`
}

function wordsOf(error: ErrorObject): CodedText {
  const { keyword, params, data, message } = error
  const { limit } = params
  switch (keyword) {
    case 'required':
      return { code: 'fault.missingArgument' }
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return unknownKey(error)
    case 'type':
      return typeWords([params.type].flat(), nameOf(data))
    case 'enum':
      return { code: 'fault.enum', params: { values: listed(params.allowedValues) } }
    case 'const':
      return { code: 'fault.const', params: { value: JSON.stringify(params.allowedValue) } }
    case 'minLength':
      return limit === 1 ? { code: 'fault.empty' } : { code: 'fault.minLength', params: { limit } }
    case 'maxLength':
    case 'minimum':
    case 'maximum':
    case 'minItems':
    case 'maxItems':
      return { code: `fault.${keyword}`, params: { limit } }
    case 'pattern':
      return { code: 'fault.pattern', params: { pattern: params.pattern } }
    case 'format':
      return { code: 'fault.format', params: { format: params.format } }
    default:
      return { code: 'fault.keyword', params: { reason: message ?? 'does not fit the schema' } }
  }
}

const listed = (values: unknown[]): string => values.map(value => JSON.stringify(value)).join(', ')

/** Any of several types; of more than two by their names. */
function typeWords([one = '', two = 'none', ...more]: string[], actual: string): CodedText {
  const params = more.length === 0 ? { one, two } : { one: [one, two, ...more].join(', '), two: 'none' }
  return { code: 'fault.type', params: { ...params, actual } }
}

function nameOf(data: unknown): string {
  if (data === null) return 'null'
  if (Array.isArray(data)) return 'array'
  return typeof data === 'boolean' ? String(data) : typeof data
}

function unknownKey({ parentSchema }: ErrorObject): CodedText {
  const properties: unknown = parentSchema?.properties
  return isObject(properties)
    ? { code: 'fault.unknownArgumentOf', params: { names: Object.keys(properties).join(', ') } }
    : { code: 'fault.unknownArgument' }
}
