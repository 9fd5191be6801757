import { described } from '../described'
import type { Dialect } from '../dialect'
import { isJson } from '../json-scan'
import { jsonWithoutTags } from '../protocol-text'
import { toldIssues } from '../told-issues'
import { REPLY_SCHEMA } from './reply-schema'
import { parseStructured, StructuredReader } from './structured-reader'

const FORM = '{"output": null, "calls": [{"tool": "tool_name", "arguments": {"parameter": "value"}}]}'

const RIGHT = `Write one JSON object and nothing else, like this:\n${FORM}`

export const structured: Dialect = {
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
  observation: spoken => toldIssues(spoken, RIGHT),
}
