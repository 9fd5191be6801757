import type { Operation } from '@/lib/domain/operation'
import { Refusal } from '@/lib/domain/problem'
import { FileReply } from './file-reply'
import { problemResponse } from './problem-response'
import { Reply } from './reply'

/** What a verb answered, as the contract has it. Nothing is to be stored on the way. */
export function answerResponse(operation: Operation | null, answer: unknown): Response {
  if (answer instanceof Refusal) return problemResponse(answer)
  if (answer instanceof Response) return answer
  if (answer instanceof FileReply) return fileResponse(answer)
  const { status, body } = answer instanceof Reply ? answer : { status: statusOf(operation), body: answer }
  if (body instanceof ReadableStream) return new Response(body, { status, headers: STREAMED })
  if (body === null) return new Response(null, { status, headers: { 'cache-control': 'no-store' } })
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}

/** To be kept by whoever asked, never shown by a browser as a page of ours. */
const fileResponse = ({ name, type, body }: FileReply): Response =>
  new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name.plain}"; filename*=UTF-8''${encodeURIComponent(name.full)}`,
      'cache-control': 'no-store',
    },
  })

const statusOf = (operation: Operation | null): number =>
  Number(Object.keys(operation?.answers ?? { 200: null })[0])

/** Told at once: not gathered, not compressed, not kept. */
const STREAMED = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}
