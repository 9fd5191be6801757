import { callIn } from '../call-object'
import { elementArguments, elementsIn, unescaped } from '../elements'
import { isToolName } from '../is-tool-name'
import { isJson } from '../json-scan'
import type { Announced, Grammar, Source } from '../reading/grammar'
import { matchAt } from '../reading/marks'
import type { Named, OfferedTool } from '../spoken'

const ACTION = /<ACTION\s{0,8}>/iy
const ACTION_END = /<\/ACTION\s{0,8}>/gi

/** A reply of thoughts and one action: the first counts, every other is told. */
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

/** How many ends are tried: code in a parameter may speak of ends, too. */
const MOST_ENDS = 16

/** The action up to the first end with which it is whole. One that is not is told, and nothing behind it is read. */
function readAction({ text, isWhole }: Source, body: number, offered: OfferedTool[]): Announced {
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

/** The Call that an action is, or why it is none. */
function actionIn(body: string, offered: OfferedTool[]): Named | string {
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

function parameters(given: string, tool: OfferedTool | undefined): string | null {
  const trimmed = given.trim()
  return trimmed.startsWith('{') && isJson(trimmed) ? trimmed : elementArguments(given, tool)
}
