import { Refusal, refuse } from '@/lib/domain/problem'
import { nowhere, type Route } from './endpoint'
import { readParams } from './read-request'
import { withSecurityHeaders } from './security-headers'

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const
type Method = (typeof METHODS)[number]
type Routes = Record<Method | 'HEAD' | 'OPTIONS', Route>

/** All methods of a route file. Those it does not have are refused by us, behind the guard, not by Next. */
export function resource(own: Partial<Record<Method, Route>>): Routes {
  const allow = [...METHODS.filter(method => own[method]), ...(own.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  const other = ofAThing(nowhere(refuse('method_not_allowed', `Here one can ${allow}.`, { allow })))
  const { GET = other, POST = other, PATCH = other, PUT = other, DELETE = other } = own
  return { GET, POST, PATCH, PUT, DELETE, HEAD: withoutBody(GET), OPTIONS: options(other, allow) }
}

/** A path that nothing stands at. */
export const NOTHING: Routes = (() => {
  const route = nowhere(refuse('not_found', 'There is nothing at this path.'))
  return {
    ...{ GET: route, POST: route, PATCH: route, PUT: route, DELETE: route },
    ...{ HEAD: withoutBody(route), OPTIONS: route },
  }
})()

/** What cannot be the name of any thing is nothing, whatever one would do with it. */
const ofAThing = (route: Route): Route => {
  return async (request, context) => {
    const params = readParams(await context.params)
    return params instanceof Refusal ? nowhere(params)(request, context) : route(request, context)
  }
}

function withoutBody(route: Route): Route {
  return async (request, context) => {
    const { status, headers, body } = await route(request, context)
    await body?.cancel()
    return new Response(null, { status, headers })
  }
}

const options = (other: Route, allow: string): Route => {
  return async (request, context) => {
    const refused = await other(request, context)
    if (refused.status !== 405) return refused
    const answer = new Response(null, { status: 204, headers: { allow, 'cache-control': 'no-store' } })
    return withSecurityHeaders(answer)
  }
}
