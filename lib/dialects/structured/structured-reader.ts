import { pointerTo, statePath } from '@/lib/domain/session/state-path'
import { holdsTooMuch } from '@/lib/json/json-text'
import { callIn, stringOf } from '../call-object'
import type { DialectReader, ReplyText, SpokenCall } from '../dialect'
import { entriesOf, itemsOf, membersOf, skipSpace, valueAt } from '../json-scan'

/** Holds the whole reply back: an object means nothing before its end. */
export class StructuredReader implements DialectReader {
  #pieces: string[] = []

  add(piece: string) {
    this.#pieces.push(piece)
    return { text: '', reasoning: '' }
  }

  end = (): ReplyText => parseStructured(this.#pieces.join(''))
}

const THOUGHT = /\s*<(think|thinking|thought|reasoning)>([\s\S]*?)<\/\1>\s*/iy
const FENCE = /\s*(?:`{3,}(?:json)?\s*)?/iy

/** `{output, calls: [{tool, arguments}]}`, fenced or not, and nothing else. Anything else is reported. */
export function parseStructured(reply: string): ReplyText {
  THOUGHT.lastIndex = 0
  const [thought = '', , reasoning = ''] = THOUGHT.exec(reply) ?? []
  FENCE.lastIndex = thought.length
  const at = skipSpace(reply, thought.length + (FENCE.exec(reply)?.[0].length ?? 0))
  const value = valueAt(reply, at)
  const read = readObject(reply, { value, at })
  const spoken = { reasoning: reasoning.trim(), calls: [], issues: [] }
  if (typeof read !== 'string') return { ...spoken, ...read }
  const rest = reply.slice(thought.length).trim()
  return { ...spoken, text: rest, issues: [{ reason: read, span: [0, reply.length] }] }
}

/** The parsed object, or why it is not valid. */
function readObject(
  reply: string,
  { value, at }: { value: string; at: number },
): Pick<ReplyText, 'text' | 'calls'> | string {
  if (value === 'cut') return 'The JSON object of the reply never ended.'
  const behind = reply.slice(at + value.length)
  if (!value.startsWith('{') || !/^(?:`{3,})?$/.test(behind.trim()))
    return 'The reply is not one JSON object, with nothing beside it.'
  const entries = entriesOf(value)
  if (!entries) return 'The reply says a key twice.'
  const [output, list] = [entries.get('output'), entries.get('calls')]
  if (!output && !list) return 'The reply has neither output nor calls.'
  const items = !list || list.text === 'null' ? [] : itemsOf(list.text)
  if (!items) return 'The calls are no list.'
  const from = at + (list?.at ?? 0)
  const calls = items.map(({ text, at: place }): SpokenCall | null => {
    const call = callIn(text)
    const span = [from + place, from + place + text.length] as const
    return call && { ...call, dialect: 'structured', span, ...outputOf(text) }
  })
  if (calls.some(call => call?.outputPath === ''))
    return 'The outputPath of a call names no place, as "/notes/readme" does.'
  if (!calls.every(call => call !== null)) return 'One of the calls has no tool.'
  return { text: textOf(output?.text), calls }
}

/** What a call says about its own result; an invalid `outputPath` becomes empty. */
function outputOf(call: string): Pick<SpokenCall, 'outputPath' | 'output'> {
  const members = membersOf(call)
  const path = members?.get('outputPath') ?? members?.get('_outputPath') ?? 'null'
  const output = members?.get('output') ?? members?.get('_output') ?? 'null'
  return {
    ...(path === 'null' ? {} : { outputPath: pointerTo(statePath(stringOf(path) ?? '') ?? []) }),
    ...(output === 'null' ? {} : { output }),
  }
}

function textOf(output: string | undefined): string {
  if (output === undefined || output === 'null') return ''
  return stringOf(output) ?? pretty(output)
}

function pretty(json: string): string {
  try {
    return holdsTooMuch(json) ? json : JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
