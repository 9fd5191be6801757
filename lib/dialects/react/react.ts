import { TASK_COMPLETE } from '@/lib/domain/call/tool'
import { type DialectFormat, type OfferedTool, readWhole, type ToolInvocation } from '../dialect'
import { escaped, escapedName, propertiesByName, schemaOf, writtenAs } from '../elements'
import { isJson, membersOf } from '../json-scan'
import { described, jsonWithoutTags, toldIssues } from '../protocol-text'
import { ReplyScan } from '../reading/reply-scan'
import { reactGrammar } from './react-grammar'

const FORM = `<THOUGHT>Why you do it</THOUGHT>
<ACTION>
<tool_name>tool_name</tool_name>
<parameters>
<parameter_name>value</parameter_name>
</parameters>
</ACTION>`

const RIGHT = `Write one action like this, and not within a code block or a quote:\n${FORM}\nText that holds < or & stands in <![CDATA[…]]>.`

const NUDGE = `Your reply has no action. The work goes on until you call ${TASK_COMPLETE}. ${RIGHT}`

export const react: DialectFormat = {
  name: 'react',
  instructions:
    tools => `Work in cycles of a thought, one action and an observation. Every reply of yours is a thought and one action, exactly like this:

${FORM}

One element for each parameter, by its name. Text stands in it as it is; what holds < or & stands in <![CDATA[…]]>. Lists, objects and numbers are written as JSON. Only the first action of a reply counts. Stop after it: you are told its result in the next message, as <OBSERVATION>…</OBSERVATION>. Never write an observation yourself. When the task is done, call ${TASK_COMPLETE}: nothing else ends the work.

The tools, each with the JSON schema of its parameters:

${described(tools)}`,
  reader: tools => new ReplyScan('react', reactGrammar(tools)),
  readWhole: (text, tools) => readWhole(new ReplyScan('react', reactGrammar(tools)), text),
  renderCalls: ({ text, calls }, tools) =>
    [text && `<THOUGHT>${text}</THOUGHT>`, ...calls.map(call => renderAction(call, tools))]
      .filter(part => part !== '')
      .join('\n'),
  renderResults: results =>
    results
      .map(({ tool, text, isError }) =>
        jsonWithoutTags({ tool, success: !isError, [isError ? 'error' : 'result']: text }),
      )
      .map(json => `<OBSERVATION>${json}</OBSERVATION>`)
      .join('\n'),
  observation: reply => toldIssues(reply, RIGHT) ?? (reply.calls.length === 0 ? NUDGE : null),
}

/** Renders a Call in this dialect: parsing it gives the same Call. */
export function renderAction({ tool, argumentsText }: ToolInvocation, offered: OfferedTool[]): string {
  const members = isJson(argumentsText) ? membersOf(argumentsText) : null
  const known = offered.find(({ name }) => name === tool)
  const properties = propertiesByName(known?.schema)
  // If the parameters of a tool are known, only they begin an element.
  const isKnown = members && (!known || [...members.keys()].every(name => Object.hasOwn(properties, name)))
  const parameters = isKnown
    ? [...members].map(([name, json]) => element(name, json, properties)).join('\n')
    : argumentsText.replaceAll('<', '\\u003c')
  return `<ACTION>\n<tool_name>${escaped(tool)}</tool_name>\n<parameters>${parameters}</parameters>\n</ACTION>`
}

/** A plain value if parsing gives it back; else JSON, which the element declares. */
function element(name: string, json: string, properties: Record<string, unknown>): string {
  const value: unknown = json.startsWith('"') ? JSON.parse(json) : null
  const text = typeof value === 'string' ? value : json
  const isPlain =
    writtenAs(text, schemaOf(properties, name)) === (text === json ? json : JSON.stringify(text))
  const isName = /^[A-Za-z_][\w.-]{0,63}$/.test(name) && name !== 'parameter'
  const [tag, named] = isName ? [name, name] : ['parameter', `parameter name="${escapedName(name)}"`]
  return isPlain ? `<${named}>${escaped(text)}</${tag}>` : `<${named} type="json">${escaped(json)}</${tag}>`
}
