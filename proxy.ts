import { type NextRequest, NextResponse } from 'next/server'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { env } from '@/lib/env'
import { allowedHosts, isAllowedHost, WRONG_HOST } from '@/lib/server/allowed-hosts'
import { problemResponse } from '@/lib/server/http/reply'
import {
  contentSecurityPolicy,
  IN_FIGURE,
  NO_PAGE,
  REQUESTED_PAGE,
  SECURITY_HEADERS,
} from '@/lib/server/http/security-headers'

/**
 * What every answer of Next begins with: the host is ours, and a page gets a nonce of its own. Who is signed in is
 * not asked here: each page and each route does that by itself, whatever way a request has taken. Addresses of the
 * API in their plain spelling do not come by: their endpoints ask the same and more.
 */
export function proxy(request: NextRequest): Response {
  const refused = refusalOf(request)
  const answer = refused ? problemResponse(refused) : forward(request)
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    if (!answer.headers.has(name)) answer.headers.set(name, value)
  return answer
}

function refusalOf(request: NextRequest): Refusal | null {
  const environment = env()
  if (!isAllowedHost(request.headers.get('host'), allowedHosts(environment))) {
    return WRONG_HOST
  }
  const { pathname } = request.nextUrl
  if (environment.role === 'worker' && !/^\/api\/(health|metrics)$/.test(pathname)) {
    return refuse('not_found', 'This process serves nothing but /api/health and /api/metrics.')
  }
  // Next would answer with a failure of its own.
  if (!isReadable(pathname)) return refuse('not_found', 'This address is not written as addresses are.')
  const methods = isOfApi(pathname) ? METHODS : READING
  if (methods.includes(request.method)) return null
  const allow = methods.join(', ')
  return refuse('method_not_allowed', `Here one can ${allow}.`, { allow })
}

const isOfApi = (pathname: string): boolean => /^\/api(\/|$)/.test(pathname)

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Pages and files are only read; asked for anything else Next would fail at its files. */
const READING = ['GET', 'HEAD']

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function forward(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl
  if (/^\/_next(\/|$)/.test(pathname)) return NextResponse.next()
  if (isOfApi(pathname) || pathname.startsWith('/messages/')) return NextResponse.next({ headers: NO_PAGE })
  if (pathname.startsWith('/figure/')) return NextResponse.next({ headers: IN_FIGURE })
  const headers = new Headers(request.headers)
  headers.set(REQUESTED_PAGE, pathname + search)
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const policy = contentSecurityPolicy(nonce, { isDevelopment: process.env.NODE_ENV === 'development' })
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  const answer = NextResponse.next({ request: { headers } })
  answer.headers.set('content-security-policy', policy)
  return answer
}

export const config = { matcher: '/((?!api/[A-Za-z0-9/._:-]*$).*)' }
