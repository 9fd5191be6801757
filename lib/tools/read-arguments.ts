import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as z from 'zod'
import { isServed, type JsonSchema } from '@/lib/domain/call/tool'
import type { FieldError } from '@/lib/domain/contract/problem'
import type { Compute, Job } from '@/lib/domain/job'
import { parseJsonText } from '@/lib/json/json-text'
import type { ToolDefinition } from './define-tool'

export type ReadArguments = { ok: true; value: unknown } | { ok: false; errors: FieldError[] }

type Described = Pick<ToolDefinition, 'name' | 'schema'>

/** Parses the text of arguments and validates it against the Tool's schema. */
export const readArguments = (definition: Described, text: string): ReadArguments =>
  readJson(text, value => validate(definition, value))

type Written = Described & { text: string }

export const READ_ARGUMENTS: Job<Written, ReadArguments> = {
  name: 'check arguments',
  size: () => Number.POSITIVE_INFINITY,
  longestMs: 5_000,
  run: ({ text, ...definition }) => readArguments(definition, text),
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
  return compute(READ_ARGUMENTS, { name, schema, text })
}

/** Parses the text of an answer and validates it against the schema that was asked, with the formats in it. */
export const readAnswer = ({ tool, schema }: { tool: string; schema: JsonSchema }, text: string) =>
  readJson(text, value => {
    const check = compile({ name: tool, schema }, { ...OPTIONS, formats: FORMATS })
    return errorsOf(check, value)
  })

function readJson(text: string, errorsIn: (value: unknown) => FieldError[]): ReadArguments {
  const parsed = parseJsonText(text)
  if (!parsed.ok) return { ok: false, errors: [{ path: parsed.path, message: parsed.message }] }
  const errors = errorsIn(parsed.value)
  return errors.length > 0 ? { ok: false, errors } : { ok: true, value: parsed.value }
}

/** The errors as one text, for the model. */
export const errorsText = (tool: string, errors: FieldError[]): string =>
  [
    `Invalid arguments for ${tool}:`,
    ...errors.map(({ path, message }) => `- ${path === '' ? '' : `${path}: `}${message}`),
  ].join('\n')

/** More errors than these help nobody. */
const MOST_ERRORS = 20

/**
 * Checks arguments against the Tool's JSON Schema; no error is `[]`. Nothing is coerced and no default is
 * filled in. Paths are JSON pointers; messages say what to do.
 */
export const validate = (definition: Described, args: unknown): FieldError[] =>
  errorsOf(checkOf(definition), args)

function errorsOf(check: ValidateFunction | string, args: unknown): FieldError[] {
  if (typeof check === 'string') return [{ path: '', message: check }]
  if (check(args)) return []
  const errors = (check.errors ?? []).slice(0, MOST_ERRORS).map(fieldError)
  return errors.length > 0 ? errors : [{ path: '', message: 'These arguments do not fit the schema.' }]
}

/** Compiled once per definition and garbage-collected with it. An unusable schema is cached as its error message. */
const compiled = new WeakMap<Described, ValidateFunction | string>()

function checkOf(definition: Described): ValidateFunction | string {
  const known = compiled.get(definition)
  if (known !== undefined) return known
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
const SHARED = { draft7: new Ajv(OPTIONS), draft2020: new Ajv2020(OPTIONS) }

/** `options` that are not the usual ones need a compiler of their own. */
function compile({ name, schema }: Described, options = OPTIONS): ValidateFunction | string {
  const isDraft7 = typeof schema.$schema === 'string' && schema.$schema.includes('draft-07')
  try {
    if (options !== OPTIONS || JSON.stringify(schema).includes('"$id"'))
      return (isDraft7 ? new Ajv(options) : new Ajv2020(options)).compile(schema)
    const compiler = isDraft7 ? SHARED.draft7 : SHARED.draft2020
    const check = compiler.compile(schema)
    compiler.removeSchema(schema)
    return check
  } catch (error) {
    return `The schema of ${name} cannot be used: ${error instanceof Error ? error.message : String(error)}`
  }
}

function fieldError(error: ErrorObject): FieldError {
  switch (error.keyword) {
    case 'required':
      return at(error, error.params.missingProperty, 'This argument is missing: add it.')
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const key = error.params.additionalProperty ?? error.params.unevaluatedProperty
      return at(error, key, `There is no such argument: remove it.${knownKeys(error)}`)
    }
    default:
      return { path: error.instancePath, message: messageOf(error) }
  }
}

const at = (error: ErrorObject, key: string, message: string): FieldError => ({
  path: `${error.instancePath}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`,
  message,
})

function messageOf({ keyword, params, data, message }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return `Write ${anyOf([params.type].flat())}, not ${nameOf(data)}.`
    case 'enum':
      return `Write one of ${params.allowedValues.map((value: unknown) => JSON.stringify(value)).join(', ')}.`
    case 'const':
      return `Write ${JSON.stringify(params.allowedValue)}.`
    case 'minLength':
      return params.limit === 1 ? 'Write something here.' : `Write at least ${params.limit} characters.`
    case 'maxLength':
      return `Write at most ${params.limit} characters.`
    case 'minimum':
      return `Write a number of at least ${params.limit}.`
    case 'maximum':
      return `Write a number of at most ${params.limit}.`
    default:
      return `It ${message ?? 'does not fit the schema'}.`
  }
}

const NAMES: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'a text in quotes',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
}

const anyOf = (types: string[]): string => types.map(type => NAMES[type] ?? type).join(' or ')

function nameOf(data: unknown): string {
  if (data === null) return 'null'
  if (Array.isArray(data)) return 'a list'
  return typeof data === 'boolean' ? String(data) : (NAMES[typeof data] ?? typeof data)
}

const WithProperties = z.object({ properties: z.record(z.string(), z.unknown()) })

function knownKeys(error: ErrorObject): string {
  const schema = WithProperties.safeParse(error.parentSchema)
  return schema.success ? ` There are: ${Object.keys(schema.data.properties).join(', ')}.` : ''
}
