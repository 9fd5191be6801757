import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector, Client, type Dispatcher } from 'undici'
import { CodedError } from '@/lib/messages/phrase'
import { isPublic, notPublic } from './web-address'

/** How names become addresses, and addresses connections. */
export type Network = {
  resolve: (host: string) => Promise<string[]>
  connector: (addresses: string[], limits: { connectMs: number }) => buildConnector.connector
}

/** No name is looked up a second time: the connection goes to the addresses that were looked at. */
export const NETWORK: Network = {
  resolve: async host => (await lookup(host, { all: true })).map(({ address }) => address),
  connector: (addresses, { connectMs }) =>
    buildConnector({ lookup: onlyTo(addresses), timeout: connectMs, allowH2: false }),
}

const onlyTo =
  (addresses: string[]): LookupFunction =>
  (_, options, callback) => {
    const all = addresses.map(address => ({ address, family: isIP(address) }))
    if (options.all) callback(null, all)
    else callback(null, all[0]?.address ?? '', all[0]?.family)
  }

export type ClientLimits = { connectMs: number; headersMs: number; idleMs: number }

type Reached = { origin: string; isInternal: boolean }
type ClientOptions = { network: Network; limits: ClientLimits; beforeSending: () => void }

/** `end` breaks off whatever is under way. */
type GuardedClient = { dispatcher: Pick<Dispatcher, 'request'>; end: (reason?: Error) => void }

/**
 * A client for one request to one origin, by HTTP/1.1, without a proxy. It connects only where every address that
 * the name stands for is public. `beforeSending` is called in the same breath in which the first byte is written, and
 * may throw instead.
 */
export function guardedClient({ origin, isInternal }: Reached, options: ClientOptions): GuardedClient {
  const { network, limits, beforeSending } = options
  const client = new Client(origin, {
    connect: guardedConnector(isInternal, { network, limits }),
    pipelining: 0,
    allowH2: false,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.idleMs,
  })
  const dispatcher = client.compose(
    dispatch => (request, handler) => dispatch(request, afterAsking(beforeSending, handler)),
  )
  return { dispatcher, end: reason => client.destroy(reason ?? null, () => undefined) }
}

type ConnectorOptions = { network: Network; limits: Pick<ClientLimits, 'connectMs'> }

/** Connects only where every address is public that a name stands for, unless the owner opened it. */
export const guardedConnector =
  (isInternal: boolean, { network, limits }: ConnectorOptions): buildConnector.connector =>
  (where, callback) => {
    addressesOf(network, where.hostname, isInternal).then(
      addresses => network.connector(addresses, limits)(where, callback),
      error => callback(error, null),
    )
  }

async function addressesOf(network: Network, hostname: string, isInternal: boolean): Promise<string[]> {
  const number = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(number) !== 0 ? [number] : await network.resolve(hostname)
  const inner = isInternal ? undefined : addresses.find(address => !isPublic(address))
  if (inner !== undefined) {
    throw new CodedError(inner === number ? notPublic(inner) : notPublic(inner, hostname))
  }
  if (addresses.length === 0) throw new Error(`No address is known of ${hostname}.`)
  return addresses
}

/** Hears of a request what `handler` hears; before it begins, `beforeSending` is asked. */
const afterAsking = (
  beforeSending: () => void,
  handler: Dispatcher.DispatchHandler,
): Dispatcher.DispatchHandler => ({
  onRequestStart: (controller, context) => {
    beforeSending()
    handler.onRequestStart?.(controller, context)
  },
  onResponseStart: (...args) => handler.onResponseStart?.(...args),
  onResponseData: (...args) => handler.onResponseData?.(...args),
  onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
  onResponseError: (...args) => handler.onResponseError?.(...args),
})
