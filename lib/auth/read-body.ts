import { createHash } from 'node:crypto'
import { Refusal, refuse } from '@/lib/domain/problem'

/** Bytes of a request's body. */
export const BODY_BYTES = 4 * 1024 * 1024

/** The body as text, and the hash of its bytes; null where there is none. Nothing is read past the limit. */
export async function readBody(request: Request): Promise<{ text: string; hash: string } | null | Refusal> {
  const { headers } = request
  const length = Number(headers.get('content-length') ?? 0)
  const isAnnounced = length > 0 || headers.has('transfer-encoding')
  if (isAnnounced && !isJson(headers)) return NOT_JSON
  if (length > BODY_BYTES) return TOO_LARGE
  const bytes = await readBytes(request.body)
  if (bytes instanceof Refusal) return bytes
  if (bytes.length === 0) return null
  if (!isJson(headers)) return NOT_JSON
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text, hash: createHash('sha256').update(bytes).digest('hex') }
  } catch {
    return refuse('malformed_json', 'The body is not valid UTF-8.')
  }
}

const NOT_JSON = refuse('unsupported_media_type', 'Send the body as application/json.')
const TOO_LARGE = refuse('payload_too_large', 'A body holds at most 4 MB.')

const isJson = (headers: Headers): boolean =>
  /^application\/json *(; *charset="?utf-8"? *)?$/i.test(headers.get('content-type') ?? '')

async function readBytes(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array | Refusal> {
  if (!body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > BODY_BYTES) return TOO_LARGE
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
