import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Fault, Place, Reply } from './reply'
import { type Issued, issue } from './sent-history'
import { answerOf, type Frames, type Speech, type WireName } from './speech'

/** `fault`: why the provider would have refused it, or that the script is used up. */
export type WireRequest = {
  wire: WireName
  url: string
  headers: IncomingHttpHeaders
  body: unknown
  fault?: string
  /** Nothing more is sent: it is over, or the client has left. */
  closed: Promise<void>
}

type Stage = {
  response: ServerResponse
  request: Pick<WireRequest, 'wire' | 'body' | 'closed'>
  speech: Speech
  issued: Issued
  /** Tells the answer from all others of the server. */
  number: number
}

/** Sends one answer as its script says, faults included. Resolves when there is nothing more to send. */
export async function play(
  reply: Reply,
  { response, request, speech, issued, number }: Stage,
): Promise<void> {
  const { fault, gates = [], inserts = [] } = reply
  if (fault?.kind === 'http') return sendHttp(fault, response, speech)
  if (fault?.kind === 'reset' && fault.after === 'headers') return void response.socket?.resetAndDestroy()
  if (fault?.kind === 'hang' && fault.after === 'headers') return request.closed
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).flushHeaders()
  if (fault?.kind === 'empty') return void response.end()
  const inputTokens = Math.ceil(JSON.stringify(request.body).length / 4)
  const answer = answerOf(reply, { wire: request.wire, number, inputTokens })
  issue(answer, request.wire, issued)
  const frames = reply.raw ? { content: reply.raw, finish: [], closing: [] } : speech.frames(answer)
  for (const [at, frame] of [...frames.content, ...frames.finish, ...frames.closing, ''].entries()) {
    for (const { after, until } of gates)
      if (indexOf(after, frames) === at) await Promise.race([until, request.closed])
    for (const { after, text } of inserts) if (indexOf(after, frames) === at) response.write(text)
    if (fault && indexOf(placeOf(fault), frames) === at) {
      if (fault.kind === 'reset') response.socket?.resetAndDestroy()
      else if (fault.kind === 'eof') response.end()
      else if (fault.kind === 'error_frame')
        response.end(speech.errorFrame(fault.body ?? speech.errorBody(fault.status ?? 500, 'It failed.')))
      return request.closed
    }
    if (response.destroyed) return
    await send(frame, reply.splitBytes, response)
  }
  response.end()
}

function sendHttp(
  { status, body, headers }: Extract<Fault, { kind: 'http' }>,
  response: ServerResponse,
  speech: Speech,
): void {
  const content = body ?? speech.errorBody(status, `The server answered ${status}.`)
  const isText = typeof content === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
  response.end(isText ? content : JSON.stringify(content))
}

const placeOf = (fault: Fault): Place =>
  'after' in fault && fault.after !== undefined && fault.after !== 'headers' ? fault.after : 'middle'

function indexOf(place: Place, { content, finish }: Frames): number {
  if (place === 'start') return 0
  if (place === 'middle') return Math.ceil(content.length / 2)
  if (place === 'content') return content.length
  return place === 'finish' ? content.length + finish.length : Math.min(place, content.length)
}

async function send(frame: string, splitBytes: number | undefined, response: ServerResponse): Promise<void> {
  const bytes = Buffer.from(frame)
  const size = splitBytes ?? bytes.length
  for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
    response.write(bytes.subarray(at, at + size))
    if (splitBytes) await new Promise(setImmediate)
  }
}
