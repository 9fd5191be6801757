import { callIn, isToolName } from '../call-object'
import type { OfferedTool, ToolInvocation } from '../dialect'
import { elementArguments, elementsIn, unescaped } from '../elements'
import { isJson } from '../json-scan'
import type { Grammar, GrammarResult, ReplySource } from '../reading/grammar'
import { matchAt } from '../reading/marks'

const ACTION = /<ACTION\s{0,8}>/iy
const ACTION_END = /<\/ACTION\s{0,8}>/gi

/** A reply of thoughts and one action: the first action counts, every other is reported. */
export function reactGrammar(offered: OfferedTool[]): Grammar {
  let hasActed = false
  return {
    tags: ['action'],
    endsThought: /<ACTION\s{0,8}>/i,
    speaksOfCall: text => /<ACTION\s{0,8}>/i.test(text),
    atMark: (source, at) => {
      const tag = matchAt(ACTION, source.text, at)?.[0]
      const found = tag ? readAction(source, at + tag.length, offered) : null
      if (found === null || found === 'more') return found
      const isFurther = hasActed
      hasActed = true
      return isFurther ? { ...found, calls: [], issue: 'Only the first action of a reply counts.' } : found
    },
  }
}

/** How many end tags are tried: code in a parameter may contain end tags, too. */
const MOST_ENDS = 16

/**
 * The action up to the first end tag that makes it complete. An incomplete one is reported, and nothing after it is
 * read.
 */
function readAction({ text, isWhole }: ReplySource, body: number, offered: OfferedTool[]): GrammarResult {
  let issue = ''
  let close = matchAt(ACTION_END, text, body)
  for (let tries = 0; close && tries < MOST_ENDS; tries += 1) {
    const end = close.index + close[0].length
    const call = actionIn(text.slice(body, close.index), offered)
    if (typeof call !== 'string') return { end, calls: [call] }
    issue ||= call
    close = matchAt(ACTION_END, text, end)
  }
  if (!close && !isWhole) return 'more'
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
  const given = parts.find(({ name }) => name === 'parameters')?.body ?? ''
  const argumentsText = parameters(
    given,
    offered.find(({ name }) => name === tool),
  )
  return argumentsText === null
    ? 'The parameters need one element for each, and nothing beside them.'
    : { tool, argumentsText }
}

function parameters(body: string, tool: OfferedTool | undefined): string | null {
  const trimmed = body.trim()
  return trimmed.startsWith('{') && isJson(trimmed) ? trimmed : elementArguments(body, tool)
}
