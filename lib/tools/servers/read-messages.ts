import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/client'
import { CodedError, type CodedText } from '@/lib/messages/phrase'
import { endOfString } from '@/lib/text/json/json-tree'
import { isObject, withoutNulls } from '@/lib/text/json/json-value'

/** The most bytes of one message, and of those that a server has not read yet. */
const MOST_MB = 16
export const MOST_MESSAGE_BYTES = MOST_MB * 1024 * 1024

/** How deep a message goes, and how many objects and lists it holds: what is read of it is gone through as a whole. */
const DEEPEST = 500
const MOST_PARTS = 50_000
const TOO_DEEP: CodedText = { code: 'toolServer.tooDeep', params: { levels: DEEPEST, limit: MOST_PARTS } }

/** A message that is not read, since that would take too long, or too much memory. */
export class MessageRefused extends CodedError {}

export const tooLarge = () => new MessageRefused({ code: 'toolServer.tooMuch', params: { size: MOST_MB } })

/** What has come of a message that is not whole yet. */
export class MessageBytes {
  #parts: Uint8Array[] = []
  #bytes = 0

  /** @throws MessageRefused if it is of more bytes than a message may have */
  add(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    if (this.#bytes > MOST_MESSAGE_BYTES) throw tooLarge()
    if (bytes.length > 0) this.#parts.push(bytes)
  }

  /** Its text; what is added from then on is the next one. */
  take(): string {
    const bytes = Buffer.concat(this.#parts)
    this.#parts = []
    this.#bytes = 0
    return new TextDecoder().decode(bytes)
  }
}

/**
 * The messages in a text, which may hold several at once. A member that is null says as much as one that is not there,
 * and whatever else a server adds is passed over: an answer that arrived is one.
 *
 * @throws MessageRefused, or whatever says that it is no message
 */
export function readMessages(text: string): JSONRPCMessage[] {
  if (!isSimple(text)) throw new MessageRefused(TOO_DEEP)
  const value: unknown = JSON.parse(text)
  return (Array.isArray(value) ? value : [value]).map(each => parseJSONRPCMessage(messageOf(each)))
}

function messageOf(value: unknown): unknown {
  if (!isObject(value)) return value
  const { jsonrpc, id, method, params, result, error } = withoutNulls(value)
  if (method !== undefined || !('result' in value || error))
    return withoutNulls({ jsonrpc, id, method, params })
  if (error === undefined) return { jsonrpc, id, result: resultOf(result) }
  return withoutNulls({ jsonrpc, id, error: errorOf(error) })
}

/** The protocol's “internal error”. */
const OTHER = -32603

function errorOf(error: unknown): unknown {
  const { code, message, data } = isObject(error) ? error : { message: error }
  return {
    code: Number.isInteger(code) ? code : OTHER,
    message: typeof message === 'string' ? message : JSON.stringify(error),
    data,
  }
}

function resultOf(result: unknown): unknown {
  if (!isObject(result)) return result === undefined ? {} : { content: result }
  const { capabilities } = result
  return withoutNulls(
    isObject(capabilities) ? { ...result, capabilities: withoutNulls(capabilities) } : result,
  )
}

const [QUOTE, LIST, OBJECT, LIST_END, OBJECT_END] = [0x22, 0x5b, 0x7b, 0x5d, 0x7d]

/** Whether JSON can be read without taking long, or more of the stack than there is. Texts are passed over. */
function isSimple(json: string): boolean {
  let [depth, parts] = [0, 0]
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = (endOfString(json, at) ?? json.length) - 1
    else if (code === LIST || code === OBJECT) {
      depth += 1
      parts += 1
      if (depth > DEEPEST || parts > MOST_PARTS) return false
    } else if (code === LIST_END || code === OBJECT_END) depth -= 1
  }
  return true
}
