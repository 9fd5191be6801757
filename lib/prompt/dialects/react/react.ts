import { TASK_COMPLETE } from '@/lib/domain/call/tool'
import { callIn, isToolName } from '../call-object'
import { type DialectFormat, type OfferedTool, readWhole, type ToolInvocation } from '../dialect'
import {
  elementArguments,
  elementsIn,
  escaped,
  escapedName,
  propertiesByName,
  schemaOf,
  unescaped,
  writtenAs,
} from '../elements'
import { isJson, membersOf } from '../json-scan'
import { described, jsonWithoutTags, toldIssues, toldResult } from '../protocol-text'
import type { Grammar, GrammarMatch } from '../reading/grammar'
import { matchAt } from '../reading/marks'
import { ReplyScan } from '../reading/reply-scan'

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
    results.map(result => `<OBSERVATION>${jsonWithoutTags(toldResult(result))}</OBSERVATION>`).join('\n'),
  observation: reply => toldIssues(reply, RIGHT) ?? (reply.calls.length === 0 ? NUDGE : null),
}

/** Renders a Call in this dialect: parsing it gives the same Call. */
export function renderAction({ tool, argumentsText }: ToolInvocation, offered: OfferedTool[]): string {
  const members = isJson(argumentsText) ? membersOf(argumentsText) : null
  const offeredTool = offered.find(({ name }) => name === tool)
  const properties = propertiesByName(offeredTool?.schema)
  // If the parameters of a tool are known, only they begin an element.
  const isKnown =
    members && (!offeredTool || [...members.keys()].every(name => Object.hasOwn(properties, name)))
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

const ACTION = /<ACTION\s{0,8}>/iy
const ACTION_END = /<\/ACTION\s{0,8}>/gi

/** A reply of thoughts and one action: the first action counts, every other is reported. */
function reactGrammar(offered: OfferedTool[]): Grammar {
  let hasActed = false
  return {
    tags: ['action'],
    endsThought: /<ACTION\s{0,8}>/i,
    speaksOfCall: text => /<ACTION\s{0,8}>/i.test(text),
    atMark: (source, at) => {
      const tag = matchAt(ACTION, source.text, at)?.[0]
      if (!tag) return null
      if (!source.isWhole) return 'more'
      const action = readAction(source.text, at + tag.length, offered)
      const isFurther = hasActed
      hasActed = true
      return isFurther ? { ...action, calls: [], issue: 'Only the first action of a reply counts.' } : action
    },
  }
}

/** How many end tags are tried: code in a parameter may contain end tags, too. */
const MOST_ENDS = 16

/**
 * The action up to the first end tag that makes it complete. An incomplete one is reported, and nothing after it is
 * read.
 */
function readAction(text: string, body: number, offered: OfferedTool[]): GrammarMatch {
  let issue = ''
  let close = matchAt(ACTION_END, text, body)
  for (let tries = 0; close && tries < MOST_ENDS; tries += 1) {
    const end = close.index + close[0].length
    const call = actionIn(text.slice(body, close.index), offered)
    if (typeof call !== 'string') return { end, calls: [call] }
    issue ||= call
    close = matchAt(ACTION_END, text, end)
  }
  return { end: text.length, issue: issue || 'The action never ended.', isLast: true }
}

const WHOLE = new Set(['tool_name', 'parameters'])

/** The Call of an action, or why it is not one. */
function actionIn(body: string, offered: OfferedTool[]): ToolInvocation | string {
  const trimmed = body.trim()
  const object = trimmed.startsWith('{') && isJson(trimmed) ? callIn(trimmed) : null
  if (object) return object
  const parts = elementsIn(body, WHOLE)
  const tool = unescaped(parts?.find(({ name }) => name === 'tool_name')?.body ?? '').trim()
  if (!parts || !isToolName(tool))
    return 'The action needs <tool_name> and <parameters>, and nothing beside them.'
  const parametersText = parts.find(({ name }) => name === 'parameters')?.body ?? ''
  const offeredTool = offered.find(({ name }) => name === tool)
  const argumentsText = elementArguments(parametersText, offeredTool, unescaped)
  return argumentsText === null
    ? 'The parameters need one element for each, and nothing beside them.'
    : { tool, argumentsText }
}
