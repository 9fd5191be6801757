import { withoutDot } from '@/lib/domain/policy/internal-host'
import { oneLine } from '@/lib/text/truncate'

/** A request as it is sent, but for the headers that belong to the connection. */
export type WebRequest = {
  method: string
  url: URL
  headers: Record<string, string>
  body?: string | undefined
}

/** `note`: why an answer that leads elsewhere is not followed. */
type Redirect = { kind: 'follow'; request: WebRequest } | { kind: 'stay'; note: string | null }

const CODES = [301, 302, 303, 307, 308]

/** Headers that say nothing about who asks: the others stay behind where a redirect leads to another origin. */
const IMPERSONAL = /^(accept|accept-encoding|accept-language|cache-control|content-type|range|user-agent)$/i

/**
 * Where an answer leads. A host rule, and a person who looked at a card, said yes to one host: to another one nothing
 * is sent, not even an address that may say what it should not.
 */
export function redirectOf(request: WebRequest, status: number, location: string): Redirect {
  if (!CODES.includes(status) || location === '') return { kind: 'stay', note: null }
  const url = URL.parse(location, request.url)
  const stay = (why: string): Redirect => ({
    kind: 'stay',
    note: `It redirects to ${oneLine(url?.href ?? location)}, ${why}`,
  })
  if (!url) return stay('which is no address.')
  if (request.url.protocol === 'https:' && url.protocol === 'http:')
    return stay('which is not encrypted: not followed.')
  if (!isSameHost(request.url, url)) {
    return stay('which is another host: not followed. It takes a call of its own.')
  }
  url.hash = ''
  return { kind: 'follow', request: redirected(request, url, status) }
}

/** A site may call itself by its name with and without `www.`; nobody else has that name. */
const isSameHost = (one: URL, other: URL): boolean => siteOf(one) === siteOf(other)
const siteOf = ({ hostname }: URL): string => withoutDot(hostname).replace(/^www\./, '')

function redirected(
  { method, headers, body, url: before }: WebRequest,
  url: URL,
  status: number,
): WebRequest {
  const isAsked = method === 'GET' || method === 'HEAD'
  const becomesGet = (status === 303 && !isAsked) || ((status === 301 || status === 302) && method === 'POST')
  const allowed = Object.entries(headers).filter(([name]) => {
    if (becomesGet && /^content-/i.test(name)) return false
    return url.origin === before.origin || IMPERSONAL.test(name)
  })
  return {
    url,
    method: becomesGet ? 'GET' : method,
    headers: Object.fromEntries(allowed),
    ...(becomesGet || body === undefined ? {} : { body }),
  }
}
