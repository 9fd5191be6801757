import type { ProtocolName } from '../route'
import type { WireServer } from '../start-wire-server'

/** What a stream said, read by a reader that shares nothing with the server. */
export type Heard = {
  reasoning: string
  text: string
  refusal: string
  calls: { id: string | undefined; name: string; argumentsText: string }[]
  finish: string | undefined
  usage: unknown
  errors: unknown[]
  /** Whether the stream said of itself that it is over. */
  ended: boolean
  /** The answer as the provider wants it back. */
  said: unknown[]
}

export const nothingHeard = (): Heard => ({
  reasoning: '',
  text: '',
  refusal: '',
  calls: [],
  finish: undefined,
  usage: undefined,
  errors: [],
  ended: false,
  said: [],
})

/** A client of one protocol made of fetch alone, for testing the model server itself. */
export type PlainClient = {
  protocol: ProtocolName
  /** The path behind the base address. `streamed: false` asks for one document. */
  path: (streamed: boolean) => string
  keyHeaders: (key: string) => Record<string, string>
  /** A request that is in order; `change` replaces members of it. */
  body: (change: object, streamed: boolean) => unknown
  hear: (text: string) => Heard
  /** The change that sends an answer back with a result for each of its calls. */
  next: (heard: Heard) => object
}

export type Asking = { change?: object; key?: string; streamed?: boolean; init?: RequestInit }

export function send(client: PlainClient, server: WireServer, asking: Asking = {}): Promise<Response> {
  const { change = {}, key = 'secret', streamed = true, init = {} } = asking
  return fetch(server.urls[client.protocol] + client.path(streamed), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...client.keyHeaders(key) },
    body: JSON.stringify(client.body(change, streamed)),
    ...init,
  })
}

/** The data of each frame of a stream that are JSON, in order. */
export const dataOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(line => line.startsWith('data: ') && line !== 'data: [DONE]')
    .map(line => JSON.parse(line.slice(6)))
