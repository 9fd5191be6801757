import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ledger } from './ledger'
import type { Ask, Frames, Protocol, Refused } from './protocol'
import type { Fault, Place, Reply } from './reply'

/** `gone` fires when the client has left; nothing is sent after it. */
export type Stage = {
  protocol: Protocol
  response: ServerResponse
  ask: Ask
  ledger: Ledger
  gone: AbortSignal
}

/** Sends one answer as its script says, faults included. Resolves when there is nothing more to send. */
export async function play(reply: Reply, stage: Stage): Promise<void> {
  if (reply.delayMs) await pause(reply.delayMs, stage.gone)
  for (const gate of reply.gates ?? []) {
    if (gate.after === 'headers') await Promise.race([gate.until, leaving(stage.gone)])
  }
  if (stage.gone.aborted || (reply.fault && (await misbehaveAtOnce(reply.fault, reply, stage)))) return
  if (!stage.ask.streamed) return sendWhole(reply, stage)
  stage.response.writeHead(200, STREAM_HEAD)
  stage.response.flushHeaders()
  await stream(reply, stage)
}

const STREAM_HEAD = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const sendWhole = (reply: Reply, { response, protocol, ask, ledger }: Stage): void =>
  sendJson(response, 200, protocol.whole(reply, ask, ledger))

/** Faults that leave no stream; false where the answer begins like any other. */
async function misbehaveAtOnce(fault: Fault, reply: Reply, stage: Stage): Promise<boolean> {
  const { response } = stage
  if (fault.kind === 'http') sendHttp(fault, stage)
  else if (fault.kind === 'refuse') refuse(fault, stage)
  else if (fault.kind === 'redirect') response.writeHead(fault.status ?? 307, { location: fault.to }).end()
  else if (fault.kind === 'html')
    response.writeHead(fault.status ?? 200, { 'content-type': 'text/html' }).end(PAGE)
  else if (fault.kind === 'empty') response.writeHead(200, STREAM_HEAD).end()
  else if (fault.kind === 'not_streamed') sendWhole(reply, stage)
  else if (fault.kind === 'reset' && fault.after === 'headers') response.socket?.resetAndDestroy()
  else if (fault.kind === 'hang' && fault.after === 'headers') await leaving(stage.gone)
  else return false
  return true
}

const PAGE = '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>'

function sendHttp(fault: Extract<Fault, { kind: 'http' }>, { protocol, response }: Stage): void {
  const { status, headers } = fault
  const body = fault.body ?? protocol.errorBody({ status, message: `The server answered ${status}.` })
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
  response.end(isText ? body : JSON.stringify(body))
}

function refuse({ as, retry }: Extract<Fault, { kind: 'refuse' }>, { protocol, response }: Stage): void {
  const refused: Refused = { ...protocol.refusals[as] }
  if (retry && 'seconds' in retry) {
    response.setHeader('retry-after', String(retry.seconds))
    refused.retryMs = retry.seconds * 1000
  } else if (retry && 'ms' in retry) {
    response.setHeader('retry-after-ms', String(retry.ms))
    refused.retryMs = retry.ms
  } else if (retry) response.setHeader('retry-after', retry.at.toUTCString())
  sendJson(response, refused.status, protocol.errorBody(refused))
}

async function stream(reply: Reply, stage: Stage): Promise<void> {
  const frames = stage.protocol.frames(reply, stage.ask, stage.ledger)
  const { fault, gates = [] } = reply
  const faultAt = fault ? indexOf(placeOf(fault), frames) : -1
  const all = [...frames.content, ...frames.finish, ...frames.closing, '']
  for (const [index, frame] of all.entries()) {
    for (const gate of gates) {
      if (gate.after !== 'headers' && indexOf(gate.after, frames) === index)
        await Promise.race([gate.until, leaving(stage.gone)])
    }
    if (fault && index === faultAt && (await misbehave(fault, stage))) return
    if (stage.gone.aborted) return
    await send(frame, reply, stage)
    if (reply.chunkMs && index < frames.content.length) await pause(reply.chunkMs, stage.gone)
  }
  stage.response.end()
}

const placeOf = (fault: Fault): Place =>
  'after' in fault && fault.after !== undefined && fault.after !== 'headers' ? fault.after : 'middle'

function indexOf(place: Place, { content, finish }: Frames): number {
  switch (place) {
    case 'start':
      return 0
    case 'middle':
      return Math.ceil(content.length / 2)
    case 'content':
      return content.length
    case 'finish':
      return content.length + finish.length
    default:
      return Math.min(place, content.length)
  }
}

/** A fault in the middle of a stream; false where the stream goes on after it. */
async function misbehave(fault: Fault, stage: Stage): Promise<boolean> {
  const { response, protocol } = stage
  switch (fault.kind) {
    case 'reset':
      response.socket?.resetAndDestroy()
      return true
    case 'eof':
      response.end()
      return true
    case 'hang':
      await silence(stage, fault.pingMs)
      return true
    case 'error_frame':
      response.end(
        protocol.errorFrame(fault.body ?? protocol.errorBody(protocol.refusals[fault.as ?? 'server_error'])),
      )
      return true
    case 'non_json':
      response.write('data: {"torn": "in the mid\n\n')
      return false
    case 'wrong_typed':
      response.write(protocol.wrongTyped)
      return false
    case 'garbage':
      response.end(fault.bytes ?? Buffer.from('fffe00c3286461746120e28220008a0d0d0a7b7b', 'hex'))
      return true
    default:
      return false
  }
}

/** Says nothing more until the client leaves; `pingMs` sends pings, which are no progress. */
async function silence({ response, protocol, gone }: Stage, pingMs?: number): Promise<void> {
  const ping = protocol.ping ?? ': processing\n\n'
  const timer = pingMs ? setInterval(() => response.write(ping), pingMs) : undefined
  await leaving(gone)
  clearInterval(timer)
}

async function send(frame: string, { splitBytes }: Reply, { response, gone }: Stage): Promise<void> {
  const bytes = Buffer.from(frame)
  const size = splitBytes ?? bytes.length
  for (let at = 0; at < bytes.length && !gone.aborted; at += size) {
    response.write(bytes.subarray(at, at + size))
    if (splitBytes) await new Promise(setImmediate)
  }
}

const leaving = (gone: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (gone.aborted) resolve()
    else gone.addEventListener('abort', () => resolve(), { once: true })
  })

const pause = (ms: number, gone: AbortSignal): Promise<unknown> =>
  Promise.race([wait(ms, undefined, { ref: false }), leaving(gone)])
