import type { Operation } from '@/lib/domain/contract/operation'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { jsonStream } from '@/lib/domain/write-json'
import { isSmall } from '@/lib/text/json/json-pieces'
import { FileReply } from './file-reply'

/** An answer with its status, for operations that have several. */
export class StatusReply<S extends number = number, B = unknown> {
  constructor(
    readonly status: S,
    readonly body: B,
  ) {}
}

export const reply = <S extends number, B>(status: S, body: B): StatusReply<S, B> =>
  new StatusReply(status, body)

const NO_STORE = { 'cache-control': 'no-store' }

/** Delivered as it comes: not buffered, not compressed, not cached. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * An answer that is on its way. `signedOut` aborts when its browser is no longer signed in; null where it may take as long
 * as it likes. `forget` is to be called once all of it is sent, or nobody reads it.
 */
type OpenAnswer = { signedOut: AbortSignal | null; forget: () => void }

export const UNWATCHED: OpenAnswer = { signedOut: null, forget: () => undefined }

/**
 * What a handler answered, as HTTP. What is sent piece by piece breaks off when its browser is signed out;
 * server-sent events know by themselves how to end.
 */
export function toResponse(
  operation: Operation | null,
  answer: unknown,
  { signedOut, forget }: OpenAnswer = UNWATCHED,
): Response {
  let isPiecewise = false
  const through: Through = (body, isEvents) => {
    if (!signedOut) return body
    isPiecewise = true
    return untilAborted(body, { signal: isEvents ? undefined : signedOut, done: forget })
  }
  const response = responseFor(operation, answer, through)
  if (!isPiecewise) forget()
  return response
}

/**
 * The answer of a handler while its browser is signed in: what is being sent breaks off when it no longer is, and
 * whoever waits for something is told. Only a change that has begun still tells what came of it.
 */
export async function whileSignedIn(
  operation: Operation | null,
  handled: Promise<unknown>,
  open: OpenAnswer,
): Promise<Response> {
  // What comes after a sign-out goes this way too: it breaks off before it begins, so that nothing is held for nobody.
  const response = handled
    .then(answer => toResponse(operation, answer, open))
    .catch(error => {
      open.forget()
      throw error
    })
  return operation?.endpoint.startsWith('GET ') ? Promise.race([response, ...signedOut(open)]) : response
}

function signedOut({ signedOut: signal }: OpenAnswer): Promise<Response>[] {
  if (!signal) return []
  const { promise, resolve } = Promise.withResolvers<Response>()
  const tell = (): void => resolve(problemResponse(refuse('unauthorized', { code: 'problem.signedOut' })))
  signal.addEventListener('abort', tell, { once: true })
  if (signal.aborted) tell()
  return [promise]
}

type Through = (body: ReadableStream<Uint8Array>, isEvents?: true) => ReadableStream<Uint8Array>

/** With the status that comes first in the contract, unless the answer names one. */
function responseFor(operation: Operation | null, answer: unknown, through: Through): Response {
  if (answer instanceof Refusal) return problemResponse(answer)
  if (answer instanceof Response) return answer
  if (answer instanceof FileReply) return fileResponse(answer, through(answer.body))
  const [first] = Object.keys(operation?.answers ?? { 200: null })
  const { status, body } = answer instanceof StatusReply ? answer : { status: Number(first), body: answer }
  if (body instanceof ReadableStream)
    return new Response(through(body, true), { status, headers: STREAM_HEADERS })
  if (body === null) return new Response(null, { status, headers: NO_STORE })
  return new Response(isSmall(body) ? Buffer.from(JSON.stringify(body)) : through(jsonStream(body)), {
    status,
    headers: { 'content-type': 'application/json', ...NO_STORE },
  })
}

/** The same body, as fast as it is read. `done` is called once it has ended, however it did. */
function untilAborted(
  body: ReadableStream<Uint8Array>,
  { signal, done }: { signal?: AbortSignal | undefined; done: () => void },
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const over = new AbortController()
  const end = (): void => {
    over.abort()
    done()
  }
  return new ReadableStream<Uint8Array>(
    {
      start: controller => {
        const breakOff = (): void => {
          end()
          controller.error(signal?.reason)
          // Whoever makes it is told to stop; how that ends interests nobody any more.
          reader.cancel(signal?.reason).catch(() => undefined)
        }
        signal?.addEventListener('abort', breakOff, { once: true, signal: over.signal })
        if (signal?.aborted) breakOff()
      },
      pull: async controller => {
        const piece = await reader.read().catch(error => {
          end()
          throw error
        })
        if (over.signal.aborted) return
        if (piece.value) return controller.enqueue(piece.value)
        end()
        controller.close()
      },
      cancel: reason => {
        end()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Sent as an attachment, so that no browser shows it as a page of ours. A picture shown alone is a page of nobody. */
function fileResponse({ name, type }: FileReply, body: ReadableStream<Uint8Array>): Response {
  const isPicture = type.startsWith('image/')
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `${isPicture ? 'inline' : 'attachment'}; filename="${name.plain}"; filename*=UTF-8''${encodeURIComponent(name.full)}`,
      ...(isPicture ? PICTURE_HEADERS : NO_STORE),
    },
  })
}

/** Pages of ours show pictures, and under its address none ever changes. */
const PICTURE_HEADERS = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
}

/** A page that does nothing but go on: after a redirect from another site browsers leave out our cookie. */
export function nextPage(address: string, headers: Record<string, string> = {}): Response {
  const target = address.replaceAll('&', '&amp;')
  const html = `<!doctype html>
<html lang="en"><title>Countersign</title><meta http-equiv="refresh" content="0;url=${target}">
<a href="${target}">Go on to Countersign</a></html>`
  return new Response(html, {
    headers: { ...NO_STORE, 'content-type': 'text/html; charset=utf-8', ...headers },
  })
}

/** RFC 9457. What the problem says for programs in headers goes there too. */
export function problemResponse(refusal: Refusal): Response {
  const problem = refusal.toProblem()
  const { retryAfter, allow } = refusal.more
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  if (problem.code === 'unauthorized') headers.set('www-authenticate', 'Bearer realm="Countersign"')
  if (typeof retryAfter === 'number') headers.set('retry-after', String(retryAfter))
  if (typeof allow === 'string') headers.set('allow', allow)
  return new Response(JSON.stringify(problem), { status: problem.status, headers })
}
