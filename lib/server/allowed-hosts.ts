import { refuse } from '@/lib/domain/contract/problem'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Addresses that a server listens on and that name no host: nobody who means us asks for them. */
const NO_NAMES = ['0.0.0.0', '[::]']

type Named = { host: string; allowedHosts: readonly string[]; origin: string | undefined }

/** The host names under which this server may be asked: loopback, the one it listens on, its public one, and those added. */
export function allowedHosts({ host, allowedHosts: added, origin }: Named): string[] {
  const own = origin === undefined ? [] : [new URL(origin).hostname]
  const names = [...LOOPBACK, host, ...own, ...added].map(name => bracketed(name.toLowerCase()))
  return names.filter(name => !NO_NAMES.includes(name))
}

/** An IPv6 address as a Host header, and an address with a port, writes it. */
export const bracketed = (host: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]` : host

/** Whether a Host header names us, whatever the port: another name may be another site's, bound to us by DNS. */
export function isAllowedHost(header: string | null, hosts: string[]): boolean {
  const [, name] = /^(\[[0-9a-f:.]+\]|[^:@/\\?#\s]+)(?::\d{1,5})?$/i.exec(header ?? '') ?? []
  return name !== undefined && hosts.includes(name.toLowerCase())
}

export const WRONG_HOST = refuse('wrong_host', 'This server does not answer to that host name.')
