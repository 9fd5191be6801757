import { OPERATIONS } from '@/lib/domain/contract/contract'
import { endpointParts, type Operation, type OperationAnswer } from '@/lib/domain/contract/operation'
import { PROBLEMS } from '@/lib/domain/contract/problem'
import { ProviderId } from '@/lib/domain/contract/provider-operations'
import { EVENTS, PASSING } from '@/lib/domain/session/event'
import { type JsonSchemas, schemasOf } from './open-api-schemas'

type Json = { [member: string]: unknown }

export type OpenApi = { openapi: string } & Json

/** The contract as an OpenAPI 3.1 document, with the same schemas that requests are parsed by. */
export function openApi(version: string): OpenApi {
  const schemas = schemasOf()
  const paths: Record<string, Json> = {}
  for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
    const { method, path } = endpointParts(operation)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, operation, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Countersign', version, description: DESCRIPTION },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { cookie: [] }],
    paths,
    components: { schemas: schemas.components, responses: problemResponses(), securitySchemes: SECURITY },
  }
}

const DESCRIPTION =
  'An agent proposes Calls, a person countersigns them. Times are ISO 8601 UTC, ids opaque strings. Errors are RFC 9457 problem details with a stable `code`. A POST with an `Idempotency-Key` is safe to repeat for 24 hours. Fields may be added to answers.'

const SECURITY = {
  token: { type: 'http', scheme: 'bearer', description: 'The owner’s access token.' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'countersign-3000',
    description: 'Given for the token by `/?token=…`. Its name ends in the port of the server.',
  },
}

function operationOf(name: string, operation: Operation, schemas: JsonSchemas): Json {
  const body = schemas.inline[`${name} body`]
  // A body may be left out if an empty object is a valid one.
  const required = operation.body?.safeParse({}).success === false
  return {
    operationId: name,
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    ...(operation.open ? { security: [] } : {}),
    parameters: parametersOf(name, operation, schemas),
    ...(body && { requestBody: { required, content: { 'application/json': { schema: body } } } }),
    responses: { ...answersOf(name, operation, schemas), ...problemRefs(operation) },
    ...(isStream(operation) ? { 'x-events': eventRefs(EVENTS), 'x-passing-events': eventRefs(PASSING) } : {}),
  }
}

const isStream = (operation: Operation): boolean => operation.answers[200] === 'stream'

/** Event types, each with the schema of its data. */
const eventRefs = (types: object): Json =>
  Object.fromEntries(Object.keys(types).map(type => [type, { $ref: `#/components/schemas/event.${type}` }]))

function parametersOf(name: string, operation: Operation, schemas: JsonSchemas): Json[] {
  const inPath = [...operation.endpoint.matchAll(/\{(\w+)\}/g)].map(([, id]) =>
    parameter('path', id, PATH_PARTS[id ?? ''] ?? UUID),
  )
  const query = schemas.inline[`${name} query`]
  const properties = Object.entries((query?.properties ?? {}) as Json)
  const required = (query?.required ?? []) as string[]
  return [
    ...inPath,
    ...properties.map(([key, schema]) => ({
      ...parameter('query', key, schema),
      required: required.includes(key),
    })),
    ...(operation.endpoint.startsWith('POST ') ? [parameter('header', 'Idempotency-Key', KEY)] : []),
    ...(operation.ifMatch ? [parameter('header', 'If-Match', REVISION)] : []),
    ...(isStream(operation) ? [parameter('header', 'Last-Event-ID', { type: 'string' })] : []),
  ]
}

const PATH_PARTS: Record<string, Json> = {
  n: { type: 'integer', minimum: 1 },
  modelId: { type: 'string', pattern: '^[a-z-]+:\\S+$', maxLength: 200 },
  toolId: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
  hash: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
  skillId: { type: 'string', pattern: '^[^./\\\\][^/\\\\]*$', maxLength: 100 },
  provider: { type: 'string', enum: ProviderId.options },
}
const UUID = { type: 'string', format: 'uuid' }
const REVISION = { type: 'string', pattern: '^(\\d{1,9}|"\\d{1,9}"|\\*)$' }
const KEY = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' }

const parameter = (location: string, name: string | undefined, schema: unknown): Json => ({
  name,
  in: location,
  ...(name && PARAMETERS[name] ? { description: PARAMETERS[name] } : {}),
  required: location === 'path',
  schema,
})

const PARAMETERS: Record<string, string> = {
  id: 'Of what the path names before it',
  itemId: 'Of the queued input',
  compactionId: 'Of the compaction, as its events and its entry name it',
  n: 'The number of the Request, counted through the session',
  modelId: '`provider:model`, percent-encoded',
  provider: 'Whose key it is',
  toolId: 'The name of the tool',
  hash: 'Of the content, as it was told where that was read',
  tokenId: 'The id of the token',
  skillId: 'The folder of the skill, percent-encoded',
  'Idempotency-Key':
    'Makes the request safe to repeat for 24 hours: the same key and body get the first answer again',
  'If-Match':
    'The revision that the change was made from, as in `"3"`: where there is another one by now, nothing is changed; `*` is whichever it is',
  'Last-Event-ID': 'The id of the last event that was taken in; it outranks `after`',
  limit: 'How many at most',
  cursor: '`nextCursor` of the page before',
  after: 'The id of the event after which to begin',
  sessionId: 'Of this session only',
}

function answersOf(name: string, operation: Operation, schemas: JsonSchemas): Json {
  const answers = Object.entries(operation.answers).map(([status, answer]) => {
    const content = contentOf(answer, schemas.inline[`${name} ${status}`])
    const description = STATUSES[status] ?? 'Done'
    return [status, { description, ...(content ? { content } : {}) }] as const
  })
  return Object.fromEntries(answers)
}

function contentOf(answer: OperationAnswer, schema: Json | undefined): Json | null {
  if (answer === 'stream') return { 'text/event-stream': { schema: EVENT_STREAM } }
  if (Array.isArray(answer)) return Object.fromEntries(answer.map(type => [type, { schema: FILE }]))
  return schema ? { 'application/json': { schema } } : null
}

const FILE = { type: 'string', description: 'A file, sent as an attachment' }
const EVENT_STREAM = { type: 'string', description: 'Server-sent events' }

const STATUSES: Record<string, string> = {
  200: 'As asked for',
  201: 'Created',
  202: 'Accepted: it is stored, and happens',
  204: 'Done',
  303: 'Signed in, with `Set-Cookie`; or a page that says why not',
  503: 'Not well',
}

/** The problems that an operation of this kind can be answered with. */
function problemRefs({ endpoint, open, query, answers }: Operation): Json {
  const changes = !endpoint.startsWith('GET ')
  const statuses = [421, 422, 500, 503].concat(
    open && !query ? [] : [401, 429],
    endpoint.includes('{') ? [404] : [],
    changes ? [400, 403, 409, 413, 415] : [],
  )
  const refs = statuses
    .filter(status => !(status in answers))
    .map(status => [status, { $ref: `#/components/responses/problem${status}` }])
  return Object.fromEntries(refs)
}

/** One response a status, with its codes. */
function problemResponses(): Json {
  const schema = { $ref: '#/components/schemas/Problem' }
  const responses: Record<string, { description: string; content: Json }> = {}
  for (const [code, { status, title }] of Object.entries(PROBLEMS)) {
    const before = responses[`problem${status}`]?.description
    const description = `${before ? `${before}; ` : ''}\`${code}\`: ${title}`
    responses[`problem${status}`] = { description, content: { 'application/problem+json': { schema } } }
  }
  return responses
}
