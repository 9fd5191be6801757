import { isObject, jsonIn } from '@/lib/text/json/json-value'

/**
 * A response of success as the events that the SDK reads: some servers tell an error as a JSON value instead of a
 * stream, and some end a stream of chat completions with its marker alone, without a reason.
 */
export function responseEvents(response: Response): Response {
  if (!response.ok || !response.body) return response
  return new Response(response.body.pipeThrough(new TransformStream(eventReader())), response)
}

/** What a JSON body may come to; more of it is no error. */
const BODY_CHARS = 200_000
/** Longer than any mark that is looked for. */
const OVERLAP = 60

const REASON = /"finish_reason"\s{0,4}:\s{0,4}"(?!(?:null|none)?")/i
const MARKER = /(?:^|\n)data:\s?\[DONE\]/
const STOP = '\n\ndata: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'

function eventReader(): Transformer<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let begin = ''
  let end = '\n'
  let hasReason = false
  let hasMarker = false
  const isJson = () => /^[{[]/.test(begin)
  return {
    transform: (bytes, controller) => {
      const text = decoder.decode(bytes, { stream: true })
      if (begin === '' || isJson()) begin = (begin + text).trimStart().slice(0, BODY_CHARS)
      if (isJson()) return
      hasReason ||= REASON.test(end + text)
      hasMarker ||= MARKER.test(end + text)
      end = (end + text).slice(-OVERLAP)
      controller.enqueue(bytes)
    },
    flush: controller => {
      if (isJson()) controller.enqueue(encoder.encode(eventOf(begin)))
      else if (hasMarker && !hasReason) controller.enqueue(encoder.encode(STOP))
    },
  }
}

/** A whole body that tells an error, in whatever form, as an event of it; any other is no stream, and stays as it is. */
function eventOf(body: string): string {
  const [value]: unknown[] = [jsonIn(body)].flat()
  if (!isObject(value)) return body
  const saysWhy = ['message', 'detail', 'msg'].some(key => typeof value[key] === 'string')
  const event = value.error ? value : saysWhy ? { error: value } : undefined
  return event ? `data: ${JSON.stringify(event)}\n\n` : body
}
