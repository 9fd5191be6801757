import type { JsonSchema } from '@/lib/domain/call/tool'
import { statePath } from '@/lib/domain/session/state-path'
import { holdsTooMuch } from '@/lib/text/json/json-text'
import { jsonIn, pointerTo } from '@/lib/text/json/json-value'
import { callIn, stringOf } from '../call-object'
import type { DialectFormat, DialectReader, ReplyText, SpokenCall } from '../dialect'
import { entriesOf, isJson, itemsOf, membersOf, skipSpace, valueAt } from '../json-scan'
import { described, jsonWithoutTags, toldIssues, toldResult } from '../protocol-text'

const closed = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

const call = {
  tool: { type: 'string', description: 'The name of the tool.' },
  arguments: { type: 'string', description: 'The JSON text of an object: the arguments of the tool.' },
}
const outputPath = { description: 'Where in the state of the session its result is to be kept.' }
const output = { type: 'string', description: 'What was worked out without running the tool.' }

/**
 * The schema that a provider can enforce. All providers accept it: every object is closed and requires all of its
 * keys, and the objects of a choice each begin with a different key. Arguments are the text of an object, since no
 * closed schema describes a free-form one; so they also arrive byte for byte. It names no tools and never changes, so
 * that a provider compiles its grammar once.
 */
export const REPLY_SCHEMA: JsonSchema = closed({
  output: { type: ['string', 'null'], description: 'What is said to the user, or null.' },
  calls: {
    type: 'array',
    description: 'The tools to use, in their order.',
    items: {
      anyOf: [
        closed(call),
        closed({ outputPath: { type: 'string', ...outputPath }, ...call }),
        closed({ output, outputPath: { type: ['string', 'null'], ...outputPath }, ...call }),
      ],
    },
  },
})

const FORM = '{"output": null, "calls": [{"tool": "tool_name", "arguments": {"parameter": "value"}}]}'

const RIGHT = `Write one JSON object and nothing else, like this:\n${FORM}`

export const structured: DialectFormat = {
  name: 'structured',
  instructions: tools => `Every reply of yours is one JSON object and nothing else:

${FORM}

"calls" lists the tools to use, in their order; you are told the results in the next message, as {"results": […]}. "output" is what you say to the user, or null. Where "calls" is empty, "output" is your answer, and the work ends. A call may name with "outputPath", as "/notes/readme", where in the state of the session its result is to be kept. A call that has an "output" of its own is not run: it keeps what you have worked out yourself. "arguments" may also be the JSON text of the object, as a string.

The tools, each with the JSON schema of its arguments:

${described(tools)}`,
  replySchema: REPLY_SCHEMA,
  reader: () => new StructuredReader(),
  readWhole: parseStructured,
  renderCalls: ({ text, calls }) => {
    const items = calls.map(
      ({ tool, argumentsText }) =>
        `{"tool": ${JSON.stringify(tool)}, "arguments": ${isJson(argumentsText) ? argumentsText : JSON.stringify(argumentsText)}}`,
    )
    return `{"output": ${text === '' ? 'null' : JSON.stringify(text)}, "calls": [${items.join(', ')}]}`
  },
  renderResults: results => jsonWithoutTags({ results: results.map(toldResult) }),
  observation: reply => toldIssues(reply, RIGHT),
}

/** Holds the whole reply back: an object means nothing before its end. */
class StructuredReader implements DialectReader {
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
  const read = readObject(reply, at)
  const spoken = { reasoning: reasoning.trim(), calls: [], issues: [] }
  if (typeof read !== 'string') return { ...spoken, ...read }
  const rest = reply.slice(thought.length).trim()
  return { ...spoken, text: rest, issues: [{ reason: read, span: [0, reply.length] }] }
}

/** The parsed object, or why it is not valid. */
function readObject(reply: string, at: number): Pick<ReplyText, 'text' | 'calls'> | string {
  const value = valueAt(reply, at)
  const behind = reply.slice(at + (value?.length ?? 0)).trim()
  if (!value?.startsWith('{') || !/^(?:`{3,})?$/.test(behind))
    return 'The reply is not one JSON object, whole and with nothing beside it.'
  const entries = entriesOf(value)
  if (!entries) return 'The reply says a key twice.'
  const [output, list] = [entries.get('output'), entries.get('calls')]
  if (!output && !list) return 'The reply has neither output nor calls.'
  const items = !list || list.text === 'null' ? [] : itemsOf(list.text)
  if (!items) return 'The calls are no list.'
  const from = at + (list?.at ?? 0)
  const calls = items.map(({ text, at: start }): SpokenCall | null => {
    const call = callIn(text)
    const span = [from + start, from + start + text.length] as const
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
    ...(path === 'null' ? {} : { outputPath: pointerTo(...(statePath(stringOf(path) ?? '') ?? [])) }),
    ...(output === 'null' ? {} : { output }),
  }
}

function textOf(output: string | undefined): string {
  if (output === undefined || output === 'null') return ''
  return stringOf(output) ?? pretty(output)
}

function pretty(json: string): string {
  const value = holdsTooMuch(json) ? undefined : jsonIn(json)
  return value === undefined ? json : JSON.stringify(value, null, 2)
}
