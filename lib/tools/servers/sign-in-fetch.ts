import { Agent } from 'undici'
import { phrase } from '@/lib/messages/phrase'
import { guardedConnector, NETWORK, type Network } from '../web/guarded-client'
import { readAddress } from '../web/web-address'
import { plainFetch } from './http-transport'

/**
 * What is asked on the way to being signed in to a server. `internalHosts`: those that the owner opened. `waitMs`: for
 * how long an answer may be on its way.
 */
export type SignInWeb = {
  server: string
  internalHosts: () => Promise<readonly string[]>
  waitMs: number
  network?: Network | undefined
}

/** What a server names for signing in is reached by https; by http only on this machine, if the server is there too. */
export function assertSafe(target: URL, server: string): void {
  if (target.protocol === 'https:' || isBesideOnMachine(target, server)) return
  throw new Error(`Signing in would go by ${target.origin}, which is neither https nor on this machine.`)
}

const isBesideOnMachine = (target: URL, server: string): boolean =>
  isLoopback(target) && isLoopback(new URL(server))

const isLoopback = ({ hostname, protocol }: URL): boolean =>
  ['http:', 'https:'].includes(protocol) && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/**
 * The owner chose the address of the server; all others the server names, and whoever wrote it may mean by them what
 * only this machine reaches. To those nothing is sent, unless the owner opened them.
 */
export const signInFetch =
  ({ server, internalHosts, waitMs, network = NETWORK }: SignInWeb) =>
  async (target: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(target)
    assertSafe(url, server)
    const over = AbortSignal.timeout(waitMs)
    const signal = init.signal ? AbortSignal.any([init.signal, over]) : over
    const all = { ...init, signal, redirect: 'error' as const }
    if (url.origin === new URL(server).origin || isBesideOnMachine(url, server)) return plainFetch(url, all)
    const address = readAddress(url.href, await internalHosts())
    if (address.kind === 'refused')
      throw new Error(`Signing in would go elsewhere. ${phrase(address.codedText)}`)
    const limits = { connectMs: waitMs }
    // Of a connection that is used once nothing is left.
    const agent = new Agent({
      pipelining: 0,
      connect: guardedConnector(address.isInternal, { network, limits }),
    })
    return plainFetch(url, all, { dispatcher: agent })
  }
