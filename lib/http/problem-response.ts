import type { Refusal } from '@/lib/domain/contract/problem'

/** RFC 9457. What the problem says for programs in headers goes there too. */
export function problemResponse(refusal: Refusal): Response {
  const problem = refusal.toProblem()
  const { retryAfter, allow } = refusal.more
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  if (problem.code === 'unauthorized') headers.set('www-authenticate', 'Bearer realm="Countersign"')
  if (typeof retryAfter === 'number') headers.set('retry-after', String(retryAfter))
  if (typeof allow === 'string') headers.set('allow', allow)
  return new Response(JSON.stringify(problem), { status: problem.status, headers })
}
