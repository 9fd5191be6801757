import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { isAllowedHost, WRONG_HOST } from '@/lib/server/allowed-hosts'
import type { CurrentProcess } from '@/lib/server/current-process'

type Head = Pick<Request, 'method' | 'headers'>

/** Whether a request may come in at all, whoever sends it. */
export function guardRequest({ settings }: CurrentProcess, { method, headers }: Head): Refusal | null {
  if (!isAllowedHost(headers.get('host'), settings.hosts)) return WRONG_HOST
  const isSafe = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
  if (!isSafe && !isOwnOrigin(headers, settings.origin)) {
    return refuse('forbidden_origin', 'This request was sent by a page of another site.')
  }
  return null
}

/**
 * Whether a request that changes something comes from our own pages, or from a program, which sends neither
 * header. Another port of this host is another origin: to browsers it is the same site, and they send our cookie. Where
 * the public address is known, it counts whatever Host a proxy passes on, and no other origin of its host does.
 */
export function isOwnOrigin(headers: Headers, publicOrigin: string | undefined): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const origin = headers.get('origin')
  if (origin === null || origin === publicOrigin) return true
  const isPublicHost =
    publicOrigin !== undefined && URL.parse(origin)?.hostname === new URL(publicOrigin).hostname
  const url = /^https?:\/\/[^/@]+$/.test(origin) ? URL.parse(origin) : null
  if (isPublicHost || url === null) return false
  return URL.parse(`${url.protocol}//${headers.get('host')}`)?.host === url.host
}

/** The origin by which whoever sends this knows us: browsers name it with what changes something, and the guard looked at it. */
export const ownOrigin = (headers: Headers, publicOrigin: string | undefined): string =>
  headers.get('origin') ?? publicOrigin ?? `http://${headers.get('host')}`
