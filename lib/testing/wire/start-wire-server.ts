import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import * as z from 'zod'
import { Ledger } from './ledger'
import { play, sendJson } from './play'
import type { Ask, Refused, WireModel, WireOptions, WireRequest } from './protocol'
import type { Reply } from './reply'
import { PROTOCOLS, type ProtocolName, route } from './route'
import { misfit } from './schema-fault'

/** What the server was sent and what became of it: `refused` by its checks, or answered. */
export type RecordedRequest = WireRequest & {
  number: number
  at: Date
  refused?: Refused
  /** Settles when nothing more is sent; `aborted` where the client left before the end. */
  ended: Promise<'finished' | 'aborted'>
}

export type WireServer = {
  origin: string
  /** What endpoint paths are appended to, for each protocol and for the one it was started with. */
  urls: Record<ProtocolName, string>
  url: string
  /** Adds answers for the next accepted requests, in order. */
  script: (replies: Reply[]) => void
  /** Answers accepted requests by a function instead, until the next `script`. */
  answer: (reply: (request: RecordedRequest) => Reply | Promise<Reply>) => void
  /** Every request in the order of its arrival, lists of models included. */
  requests: RecordedRequest[]
  /** Requests that were refused, and those that found the script used up: good clients leave this empty. */
  faults: () => Refused[]
  /** Resolves with the request of that number, counted from 1, once it has arrived. */
  received: (number: number) => Promise<RecordedRequest>
  close: () => Promise<void>
}

/**
 * Starts a model server on loopback that speaks the protocols of all providers, checks every request as the
 * provider would, and answers as the test says. With `key` it wants that key; `models` are those it knows.
 * `protocol` says which of them `url` leads to.
 */
export async function startWireServer(options: {
  protocol?: ProtocolName
  key?: string
  models?: (string | WireModel)[]
}): Promise<WireServer> {
  const models = (options.models ?? ['wire-model']).map(model =>
    typeof model === 'string' ? { id: model } : model,
  )
  const desk = new Desk()
  const ledger = new Ledger()
  const wire = options.key === undefined ? { models, ledger } : { models, ledger, key: options.key }
  const server = createServer((incoming, response) => {
    void receive(incoming, response, { wire, desk })
  })
  const origin = await listen(server)
  const urls = urlsAt(origin)
  return {
    origin,
    urls,
    url: urls[options.protocol ?? 'chat'],
    script: replies => desk.script(replies),
    answer: reply => desk.answerBy(reply),
    requests: desk.requests,
    faults: () => desk.requests.flatMap(request => request.refused ?? []),
    received: number => desk.received(number),
    close: () => close(server),
  }
}

const urlsAt = (origin: string): Record<ProtocolName, string> => ({
  chat: origin + PROTOCOLS.chat.basePath,
  'openai-chat': origin + PROTOCOLS['openai-chat'].basePath,
  responses: origin + PROTOCOLS.responses.basePath,
  messages: origin + PROTOCOLS.messages.basePath,
  gemini: origin + PROTOCOLS.gemini.basePath,
})

type Counter = { wire: WireOptions; desk: Desk }

async function receive(incoming: IncomingMessage, response: ServerResponse, at: Counter): Promise<void> {
  const { wire, desk } = at
  const gone = new AbortController()
  const ended = new Promise<'finished' | 'aborted'>(resolve =>
    response.on('close', () => {
      gone.abort()
      resolve(response.writableFinished ? 'finished' : 'aborted')
    }),
  )
  const body = await readBody(incoming)
  if (body === null) return
  const { method = '', url = '/', headers } = incoming
  const { pathname: path, searchParams: query } = new URL(url, 'http://wire')
  const request = desk.record({ method, path, query, headers, body: body.value, ended })
  const protocol = route(request)
  const reading = protocol.read(request, wire)
  if (reading.kind === 'models') return sendJson(response, 200, reading.answer)
  const reply = reading.kind === 'ask' ? await desk.replyTo(request) : undefined
  const impossible = reading.kind === 'ask' && reply && impossibleAs(reply, reading.ask)
  if (reading.kind === 'ask' && reply && !impossible)
    return play(reply, { protocol, response, ask: reading.ask, ledger: wire.ledger, gone: gone.signal })
  request.refused = reading.kind === 'refused' ? reading.refused : impossible || USED_UP
  sendJson(response, request.refused.status, protocol.errorBody(request.refused))
}

const USED_UP: Refused = { status: 400, message: 'The script of this model server is used up.' }

/** A script cannot let a model say what the schema that it is held to rules out. */
function impossibleAs({ text, calls = [], finish, fault }: Reply, { replySchema }: Ask): Refused | null {
  if (!replySchema || fault || finish || calls.length > 0) return null
  const found = misfit(replySchema, text ?? '')
  return found === null ? null : { status: 400, message: `The script breaks the schema asked for: ${found}` }
}

/** The script and the record of one server. */
class Desk {
  readonly requests: RecordedRequest[] = []
  private replies: Reply[] = []
  private answer: ((request: RecordedRequest) => Reply | Promise<Reply>) | undefined
  private readonly watchers = new Set<() => void>()

  script(replies: Reply[]): void {
    this.answer = undefined
    this.replies.push(...replies)
  }

  answerBy(answer: (request: RecordedRequest) => Reply | Promise<Reply>): void {
    this.answer = answer
  }

  replyTo(request: RecordedRequest): Reply | undefined | Promise<Reply> {
    return this.answer ? this.answer(request) : this.replies.shift()
  }

  record(request: WireRequest & Pick<RecordedRequest, 'ended'>): RecordedRequest {
    const recorded = { ...request, number: this.requests.length + 1, at: new Date() }
    this.requests.push(recorded)
    for (const watcher of this.watchers) watcher()
    return recorded
  }

  received(number: number): Promise<RecordedRequest> {
    return new Promise(resolve => {
      const look = () => {
        const request = this.requests[number - 1]
        if (!request) return
        this.watchers.delete(look)
        resolve(request)
      }
      this.watchers.add(look)
      look()
    })
  }
}

/** `value` is undefined where the body is empty or no JSON; null where the client left while sending. */
async function readBody(incoming: IncomingMessage): Promise<{ value: unknown } | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of incoming) chunks.push(chunk)
  } catch {
    return null
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString('utf8')) }
  } catch {
    return { value: undefined }
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.int() }).parse(server.address())
  return `http://127.0.0.1:${port}`
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}
