import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { sha256Hex } from '@/lib/record/digest'
import { parseJsonText } from '@/lib/text/json/json-text'
import { limitedBytes } from '@/lib/text/limited-bytes'

/** The most bytes that a request's body may have. */
const BODY_BYTES = 4 * 1024 * 1024

type Body = { text: string; hash: string }

/** The body as text, and the hash of its bytes; null if it is empty. Nothing is read past the limit. */
export async function readBody(request: Request, most = BODY_BYTES): Promise<Body | null | Refusal> {
  const { headers } = request
  const length = Number(headers.get('content-length') ?? 0)
  const isAnnounced = length > 0 || headers.has('transfer-encoding')
  if (isAnnounced && !isJson(headers)) return NOT_JSON
  if (length > most) return TOO_LARGE
  const bytes = await limitedBytes(request, most)
  if (bytes === null) return TOO_LARGE
  if (bytes.length === 0) return null
  if (!isJson(headers)) return NOT_JSON
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text, hash: sha256Hex(bytes) }
  } catch {
    return refuse('malformed_json', 'The body is not valid UTF-8.')
  }
}

const NOT_JSON = refuse('unsupported_media_type', 'Send the body as application/json.')
const TOO_LARGE = refuse('payload_too_large', { code: 'problem.tooLarge' })

const isJson = (headers: Headers): boolean =>
  /^application\/json *(; *charset="?utf-8"? *)?$/i.test(headers.get('content-type') ?? '')

/** The value of a JSON text with only one possible reading, see `parseJsonText`; or a Refusal. */
export function strictJson(text: string, mostValues?: number): { value: unknown } | Refusal {
  const parsed = parseJsonText(text, 'double', mostValues)
  if (parsed.ok) return { value: parsed.value }
  const { path, message, codedText } = parsed
  if (!parsed.isJson) return refuse('malformed_json', message, { codedText })
  // The path of a fault in a Call's arguments begins at the arguments.
  const [, inside] = /^.*?\/arguments((?:\/.*)?)$/s.exec(path) ?? []
  return inside === undefined
    ? refuse('invalid_request', message, { codedText, errors: [{ path, message, codedText }] })
    : refuse('invalid_arguments', message, { codedText, errors: [{ path: inside, message, codedText }] })
}
