import { parseJsonText } from '@/lib/domain/json-text'
import { type Refusal, refuse } from '@/lib/domain/problem'

/** Objects and lists within one another. */
const DEPTH = 100

/**
 * The value of a JSON text that says one thing only. Beyond what is no JSON at all, refuses keys given twice,
 * numbers that would not survive, NUL and half characters, which no text of the database can hold, and depth
 * that whoever walks the value could drown in.
 */
export function strictJson(text: string): { value: unknown } | Refusal {
  try {
    JSON.parse(text)
  } catch (error) {
    return refuse('malformed_json', error instanceof Error ? error.message : String(error))
  }
  const read = parseJsonText(text)
  if (!read.ok) return invalid(read)
  const fault = faultIn(read.value, { path: '', depth: 0 })
  return fault ? invalid(fault) : { value: read.value }
}

type Fault = { path: string; message: string }

/** Faults in a Call's arguments are told by their place in the arguments. */
function invalid({ path, message }: Fault): Refusal {
  const [, inside] = /^.*?\/arguments((?:\/.*)?)$/s.exec(path) ?? []
  return inside === undefined
    ? refuse('invalid_request', message, { errors: [{ path, message }] })
    : refuse('invalid_arguments', message, { errors: [{ path: inside, message }] })
}

function faultIn(value: unknown, at: { path: string; depth: number }): Fault | null {
  if (typeof value === 'string') return faultOfText(value, at.path)
  if (typeof value !== 'object' || value === null) return null
  if (at.depth >= DEPTH) return { path: at.path, message: `This is nested more than ${DEPTH} levels deep.` }
  for (const [key, part] of Object.entries(value)) {
    const path = `${at.path}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`
    const fault = faultOfText(key, path) ?? faultIn(part, { path, depth: at.depth + 1 })
    if (fault) return fault
  }
  return null
}

function faultOfText(text: string, path: string): Fault | null {
  if (text.includes('\0')) return { path, message: 'The text holds a NUL character.' }
  return text.isWellFormed() ? null : { path, message: 'The text holds half of a character.' }
}
