import { type DialectFormat, readWhole, type ToldResult, type ToolInvocation } from '../dialect'
import { isJson } from '../json-scan'
import { described, toldIssues, withoutTags } from '../protocol-text'
import { ReplyScan } from '../reading/reply-scan'
import { tagsGrammar } from './tags-grammar'

const FORM = '<tool_call>{"name": "tool_name", "arguments": {"parameter": "value"}}</tool_call>'

const RIGHT = `Write a call like this, with the whole of its JSON between the tags, and not within a code block or a quote:\n${FORM}`

export const tags: DialectFormat = {
  name: 'tags',
  instructions: tools => `To use a tool, write a call in your reply, exactly like this:

${FORM}

Several calls may stand in one reply; they run in their order. The JSON is one object with "name" and "arguments". Text beside the calls is shown to the user. Do not write a call in a code block or a quote: there it is only text. Stop after your calls: you are told the results in the next message, as <tool_result name="tool_name">…</tool_result>. Never write a result yourself. A reply without calls is your answer, and ends the work.

The tools, each with the JSON schema of its arguments:

${described(tools)}`,
  reader: tools => new ReplyScan('tags', tagsGrammar(tools)),
  readWhole: (text, tools) => readWhole(new ReplyScan('tags', tagsGrammar(tools)), text),
  renderCalls: ({ text, calls }) => [text, ...calls.map(rendered)].filter(part => part !== '').join('\n'),
  renderResults: results => `[Tool results]\n${results.map(result).join('\n')}`,
  observation: reply => toldIssues(reply, RIGHT),
}

const rendered = ({ tool, argumentsText }: ToolInvocation): string =>
  `<tool_call>{"name": ${JSON.stringify(tool)}, "arguments": ${isJson(argumentsText) ? argumentsText : JSON.stringify(argumentsText)}}</tool_call>`

const result = ({ tool, text, isError }: ToldResult): string =>
  `<tool_result name="${tool.replace(/[<>"&]/g, '')}"${isError ? ' status="error"' : ''}>\n${withoutTags(text)}\n</tool_result>`
