import { parseJsonText } from '@/lib/domain/json-text'
import { type Refusal, refuse } from '@/lib/domain/problem'

/** The value of a JSON text that says one thing only, as parseJsonText reads it; or why there is none. */
export function strictJson(text: string): { value: unknown } | Refusal {
  try {
    JSON.parse(text)
  } catch (error) {
    return refuse('malformed_json', error instanceof Error ? error.message : String(error))
  }
  const read = parseJsonText(text)
  return read.ok ? { value: read.value } : invalid(read)
}

type Fault = { path: string; message: string }

/** Faults in a Call's arguments are told by their place in the arguments. */
function invalid({ path, message }: Fault): Refusal {
  const [, inside] = /^.*?\/arguments((?:\/.*)?)$/s.exec(path) ?? []
  return inside === undefined
    ? refuse('invalid_request', message, { errors: [{ path, message }] })
    : refuse('invalid_arguments', message, { errors: [{ path: inside, message }] })
}
