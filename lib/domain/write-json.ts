import { isSmall, jsonPieces } from '@/lib/text/json/json-pieces'
import { THREAD_SIZE, turnAfter } from './job'

/** Like JSON.stringify, for JSON values. Long output yields to everything else in between. */
export async function writeJson(value: unknown): Promise<string> {
  if (isSmall(value)) return JSON.stringify(value)
  const parts: string[] = []
  for (const part of jsonParts(value)) {
    parts.push(part)
    await turnAfter(part.length)
  }
  return parts.join('')
}

/** The same as bytes, produced on demand. */
export function jsonStream(value: unknown): ReadableStream<Uint8Array> {
  const parts = jsonParts(value)
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async controller => {
      const { done, value: part } = parts.next()
      if (done) return controller.close()
      controller.enqueue(encoder.encode(part))
      await turnAfter(part.length)
    },
  })
}

function* jsonParts(value: unknown): Generator<string, undefined> {
  let part = ''
  for (const piece of jsonPieces(value)) {
    part += piece
    if (part.length < THREAD_SIZE) continue
    yield part
    part = ''
  }
  if (part !== '') yield part
}
