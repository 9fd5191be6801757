import { OPERATIONS, type OperationName } from '@/lib/domain/contract/contract'
import { endpointParts, type Method, type Operation } from '@/lib/domain/contract/operation'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import type { CurrentProcess } from '../current-process'
import type { Handlers } from '../http/handlers'
import { readParams } from '../http/path-params'
import { type BoundOperation, respond } from '../http/respond'
import { withSecurityHeaders } from '../http/security-headers'
import { CALL_HANDLERS } from './calls'
import { HISTORY_HANDLERS } from './history'
import { INSTALLATION_HANDLERS } from './installation'
import { INTEGRATION_HANDLERS } from './integrations'
import { RUN_HANDLERS } from './runs'
import { SESSION_HANDLERS } from './sessions'

const HANDLERS: Handlers = {
  ...SESSION_HANDLERS,
  ...HISTORY_HANDLERS,
  ...RUN_HANDLERS,
  ...CALL_HANDLERS,
  ...INSTALLATION_HANDLERS,
  ...INTEGRATION_HANDLERS,
}

/** An address and what can be done there. `segments`: its parts after `/api`, `{name}` where any may stand. */
type Resource = { segments: string[]; operations: Partial<Record<string, BoundOperation>> }

const METHODS: Method[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']
const NOT_FOUND = refuse('not_found', 'There is nothing at this path.')

const RESOURCES = resourcesOf(OPERATIONS)

/** The answer to a request of the API. `path`: the decoded parts of its address after `/api`. */
export async function dispatch(current: CurrentProcess, request: Request, path: string[]): Promise<Response> {
  const resource = RESOURCES.find(
    ({ segments }) =>
      segments.length === path.length &&
      segments.every((segment, index) => isName(segment) || segment === path[index]),
  )
  const named = resource?.segments.flatMap((segment, index) =>
    isName(segment) ? [[segment.slice(1, -1), path[index] ?? '']] : [],
  )
  const params: Record<string, string> = Object.fromEntries(named ?? [])
  const { method } = request
  const operation = resource?.operations[method === 'HEAD' ? 'GET' : method]
  if (operation) return sent(method, await respond(current, operation, { request, params }))
  const refusal = resource ? wrongMethod(resource, params) : NOT_FOUND
  // Only people who are signed in are told why.
  const nowhere = { name: 'nowhere', operation: null, handle: () => refusal }
  const response = await respond(current, nowhere, { request, params: {} })
  if (method !== 'OPTIONS' || response.status !== 405) return sent(method, response)
  const allow = response.headers.get('allow') ?? ''
  const headers = { allow, 'cache-control': 'no-store' }
  return withSecurityHeaders(new Response(null, { status: 204, headers }))
}

/** What is written out comes before what has a name: `/api/calls/preview` is no call. */
function resourcesOf(operations: Record<string, Operation>): Resource[] {
  const resources = new Map<string, Resource>()
  for (const [name, operation] of Object.entries(operations)) {
    const { path, method } = endpointParts(operation)
    const resource = resources.get(path) ?? { segments: path.split('/').slice(2), operations: {} }
    // What an operation's schemas read is what its handler takes.
    const handle = HANDLERS[name as OperationName] as (input: object) => unknown
    resource.operations[method] = { name, operation, handle }
    resources.set(path, resource)
  }
  const names = (path: string): number => path.split('{').length
  const paths = [...resources.keys()].sort((one, other) => names(one) - names(other))
  return paths.flatMap(path => resources.get(path) ?? [])
}

const isName = (segment: string): boolean => segment.startsWith('{')

/** With params that can name nothing it is `not_found`, whatever the method. */
function wrongMethod({ operations }: Resource, params: Record<string, string>): Refusal {
  const read = readParams(params)
  if (read instanceof Refusal) return read
  const methods = METHODS.filter(method => operations[method])
  const allow = [...methods, ...(operations.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return refuse('method_not_allowed', `Here one can ${allow}.`, { allow })
}

async function sent(method: string, response: Response): Promise<Response> {
  if (method !== 'HEAD') return response
  await response.body?.cancel()
  return new Response(null, { status: response.status, headers: response.headers })
}
