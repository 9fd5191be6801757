import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import * as z from 'zod'
import { chat } from './chat'
import { play, sendJson } from './play'
import type { Protocol, Refused, WireModel, WireRequest } from './protocol'
import type { Reply } from './reply'

const PROTOCOLS = { chat } as const satisfies Record<string, Protocol>

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
  /** The origin with the path that endpoints are appended to. */
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
 * Starts a model server on loopback that speaks one provider's protocol, checks every request as the
 * provider would, and answers as the test says. With `key` it wants that key; `models` are those it knows.
 */
export async function startWireServer(options: {
  protocol: keyof typeof PROTOCOLS
  key?: string
  models?: (string | WireModel)[]
}): Promise<WireServer> {
  const protocol = PROTOCOLS[options.protocol]
  const models = (options.models ?? ['wire-model']).map(model =>
    typeof model === 'string' ? { id: model } : model,
  )
  const desk = new Desk()
  const server = createServer((incoming, response) => {
    void receive(incoming, response, { protocol, models, key: options.key, desk })
  })
  const origin = await listen(server)
  return {
    origin,
    url: origin + protocol.basePath,
    script: replies => desk.script(replies),
    answer: reply => desk.answerBy(reply),
    requests: desk.requests,
    faults: () => desk.requests.flatMap(request => request.refused ?? []),
    received: number => desk.received(number),
    close: () => close(server),
  }
}

type Counter = { protocol: Protocol; models: WireModel[]; key: string | undefined; desk: Desk }

async function receive(incoming: IncomingMessage, response: ServerResponse, at: Counter): Promise<void> {
  const { protocol, models, key, desk } = at
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
  const path = new URL(url, 'http://wire').pathname
  const request = desk.record({ method, path, headers, body: body.value, ended })
  const reading = protocol.read(request, key === undefined ? { models } : { models, key })
  if (reading.kind === 'models') return sendJson(response, 200, reading.answer)
  const reply = reading.kind === 'ask' ? await desk.replyTo(request) : undefined
  if (reading.kind === 'ask' && reply)
    return play(reply, { protocol, response, ask: reading.ask, gone: gone.signal })
  request.refused = reading.kind === 'refused' ? reading.refused : USED_UP
  sendJson(response, request.refused.status, protocol.errorBody(request.refused))
}

const USED_UP: Refused = { status: 400, message: 'The script of this model server is used up.' }

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
