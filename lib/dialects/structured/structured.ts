import type { JsonSchema } from '@/lib/domain/call/tool'
import type { DialectFormat } from '../dialect'
import { isJson } from '../json-scan'
import { described, jsonWithoutTags, toldIssues } from '../protocol-text'
import { parseStructured, StructuredReader } from './structured-reader'

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
  readWhole: text => parseStructured(text),
  renderCalls: ({ text, calls }) => {
    const items = calls.map(
      ({ tool, argumentsText }) =>
        `{"tool": ${JSON.stringify(tool)}, "arguments": ${isJson(argumentsText) ? argumentsText : JSON.stringify(argumentsText)}}`,
    )
    return `{"output": ${text === '' ? 'null' : JSON.stringify(text)}, "calls": [${items.join(', ')}]}`
  },
  renderResults: results =>
    jsonWithoutTags({
      results: results.map(({ tool, text, isError }) => ({
        tool,
        success: !isError,
        [isError ? 'error' : 'result']: text,
      })),
    }),
  observation: reply => toldIssues(reply, RIGHT),
}
