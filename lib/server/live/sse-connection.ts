import { turnAfter } from '@/lib/domain/job'
import { writeJson } from '@/lib/domain/write-json'

/** The way out to one client. */
export type SseConnection = {
  stream: ReadableStream<Uint8Array>
  /** Sends as soon as the client takes it, what comes in one breath in one piece; nothing where the outlet is closed. */
  push: (bytes: Uint8Array) => void
  /** So much waits for the client that it should have nothing more now. */
  isFull: () => boolean
  /** Resolves when the client has taken what waited, or the outlet is closed: also for one that never does. */
  room: () => Promise<void>
  /** Lets the client have what is on its way, then ends. */
  close: () => void
  closed: AbortSignal
}

/** Bytes that are sent ahead of a client, and that make it full. */
const AHEAD = 64 * 1024
const FULL = 1024 * 1024
/** So many bytes go out together, since each piece that is sent costs the same; what is larger goes alone. */
const PIECE = 64 * 1024
/** A client that takes nothing for so long is cut off. It can come back with the id of its last event. */
const PATIENCE_MS = 30_000

export function openSseConnection(signal?: AbortSignal, patienceMs = PATIENCE_MS): SseConnection {
  const ended = new AbortController()
  let pulled = Promise.withResolvers<void>()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const next = (): void => {
    pulled.resolve()
    pulled = Promise.withResolvers()
  }
  ended.signal.addEventListener('abort', next)
  const stream = new ReadableStream<Uint8Array>(
    {
      start: streamController => {
        controller = streamController
      },
      pull: next,
      cancel: () => ended.abort(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: AHEAD }),
  )
  const pieces = piecesFor(bytes => {
    if (ended.signal.aborted) return
    try {
      controller?.enqueue(bytes)
    } catch {
      ended.abort() // whoever read it has broken it off
    }
  })
  const room = (): number => (controller?.desiredSize ?? 0) - pieces.size()
  const end = (finish: () => void): void => {
    pieces.flush()
    if (!ended.signal.aborted) finish()
    ended.abort()
  }
  const close = (): void => end(() => controller?.close())
  const cutOff = (): void => end(() => controller?.error(new DOMException('Too slow', 'AbortError')))
  signal?.addEventListener('abort', close, { once: true, signal: ended.signal })
  if (signal?.aborted) close()
  return {
    stream,
    push: pieces.add,
    isFull: () => room() < -FULL,
    room: async () => {
      const late = setTimeout(cutOff, patienceMs)
      while (!ended.signal.aborted && room() <= 0) {
        await pulled.promise
        await turnAfter(AHEAD)
      }
      clearTimeout(late)
    },
    close,
    closed: ended.signal,
  }
}

/** Joins what comes in one breath, as far as it fits into a piece. */
function piecesFor(send: (bytes: Uint8Array) => void) {
  let waiting: Uint8Array[] = []
  let size = 0
  const flush = (): void => {
    const [first, ...more] = waiting
    const bytes = more.length > 0 ? Buffer.concat(waiting) : first
    waiting = []
    size = 0
    if (bytes) send(bytes)
  }
  const add = (bytes: Uint8Array): void => {
    if (size + bytes.byteLength > PIECE) flush()
    if (waiting.length === 0) queueMicrotask(flush)
    waiting.push(bytes)
    size += bytes.byteLength
  }
  return { add, flush, size: () => size }
}

const encoder = new TextEncoder()

type Framed = { id?: string; event: string; data: unknown }

/** One server-sent event. JSON holds no line break, so its data is one line. */
export const frame = (event: Framed): Uint8Array => encode(event, JSON.stringify(event.data))

/** The same of one that may be long: others have their turns meanwhile. */
export const longFrame = async (event: Framed): Promise<Uint8Array> =>
  encode(event, await writeJson(event.data))

const encode = ({ id, event }: Framed, data: string): Uint8Array =>
  encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`)

/**
 * What a stream begins with: how soon to come back after a break, and, where the client does not have one,
 * the id to come back with. There is no data in it, so that no event is dispatched.
 */
export const opening = (id?: string): Uint8Array =>
  encoder.encode(`retry: 1000\n${id === undefined ? '' : `id: ${id}\n`}\n`)

/** A comment, which keeps a connection open, and an event, since pages do not get to hear comments. */
export const HEARTBEAT = encoder.encode(': \n\nevent: heartbeat\ndata: {}\n\n')
