import type { Operation } from '@/lib/domain/contract/operation'
import { Refusal } from '@/lib/domain/contract/problem'
import { jsonStream } from '@/lib/domain/write-json'
import { isSmall } from '@/lib/json/json-pieces'
import { FileReply } from './file-reply'
import { problemResponse } from './problem-response'

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

/** What a handler answered, as HTTP: with the status that comes first in the contract, unless it names one. */
export function toResponse(operation: Operation | null, answer: unknown): Response {
  if (answer instanceof Refusal) return problemResponse(answer)
  if (answer instanceof Response) return answer
  if (answer instanceof FileReply) return fileResponse(answer)
  const { status, body } =
    answer instanceof StatusReply ? answer : { status: firstStatus(operation), body: answer }
  if (body instanceof ReadableStream) return new Response(body, { status, headers: STREAM_HEADERS })
  if (body === null) return new Response(null, { status, headers: NO_STORE })
  return new Response(isSmall(body) ? Buffer.from(JSON.stringify(body)) : jsonStream(body), {
    status,
    headers: { 'content-type': 'application/json', ...NO_STORE },
  })
}

const firstStatus = (operation: Operation | null): number =>
  Number(Object.keys(operation?.answers ?? { 200: null })[0])

/** Sent as an attachment, so that no browser shows it as a page of ours. */
const fileResponse = ({ name, type, body }: FileReply): Response =>
  new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name.plain}"; filename*=UTF-8''${encodeURIComponent(name.full)}`,
      ...NO_STORE,
    },
  })
