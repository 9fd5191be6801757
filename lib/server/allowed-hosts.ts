const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Addresses that a server listens on and that name no host: nobody who means us asks for them. */
const NO_NAMES = ['0.0.0.0', '[::]']

/** The host names under which this server may be asked: loopback, the one it listens on, and those added. */
export function allowedHosts(host: string, added: readonly string[]): string[] {
  const names = [...LOOPBACK, host, ...added].map(name => bracketed(name.toLowerCase()))
  return names.filter(name => !NO_NAMES.includes(name))
}

/** An IPv6 address as a Host header writes it. */
const bracketed = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)

/** Whether a Host header names us, whatever the port: another name may be another site's, bound to us by DNS. */
export function isAllowedHost(header: string | null, hosts: string[]): boolean {
  const [, name] = /^(\[[0-9a-f:.]+\]|[^:@/\\?#\s]+)(?::\d{1,5})?$/i.exec(header ?? '') ?? []
  return name !== undefined && hosts.includes(name.toLowerCase())
}
