import * as z from 'zod'
import type { TextCode } from '@/lib/messages/phrase'

const HOST = /^(?<name>\[[\da-f:.]+\]|[^\s:/?#@\\[\]*%]+)(?::(?<port>\d{1,5}))?$/iu

/**
 * A host that the owner opens to the web tool although it is not public, as requests spell it: `name` or `name:port`,
 * in ASCII and lower case. Without a port it is the one that the scheme implies. `null`: it names no host.
 */
export function plainInternalHost(text: string): string | null {
  const { name, port } = HOST.exec(text.trim())?.groups ?? {}
  const host = name === undefined ? undefined : URL.parse(`http://${name}/`)?.hostname
  if (!host || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) return null
  return `${withoutDot(host)}${port === undefined ? '' : `:${Number(port)}`}`
}

/** The hosts that the owner opened to the web tool. */
export const InternalHosts = z
  .array(
    z
      .string()
      .max(300)
      .refine(text => plainInternalHost(text) !== null, 'fault.internalHost' satisfies TextCode)
      .transform(text => plainInternalHost(text) ?? text),
  )
  .max(100)
  .transform(hosts => [...new Set(hosts)])

/** Whether an address is at one of these hosts, by the exact name and port. */
export function isAtInternalHost(hosts: readonly string[], url: URL): boolean {
  const name = withoutDot(url.hostname)
  const implied = url.protocol === 'https:' ? '443' : '80'
  return hosts.some(host => host === `${name}:${url.port || implied}` || (url.port === '' && host === name))
}

/** A host may be written as a whole name, with a dot at its end. */
export const withoutDot = (hostname: string): string => hostname.replace(/\.$/, '')
