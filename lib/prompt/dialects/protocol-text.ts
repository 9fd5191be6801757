import type { DescribedTool, ReplyText, ToldResult } from './dialect'
import { ALIASES } from './tags/opening'

/** The tools as listed in the instructions, one per line. */
export const described = (tools: DescribedTool[]): string =>
  tools
    .map(({ name, description, schema }) => JSON.stringify({ name, description, parameters: schema }))
    .join('\n')

const NAMES = [
  ...ALIASES,
  'tool_result',
  'tool_response',
  'observation',
  'action',
  'thought',
  'thinking',
  'think',
  'function',
]

const TAG = new RegExp(`<(?=/?(?:${NAMES.join('|')})\\b)`, 'gi')

/** Text from outside within the protocol: its tags cannot end or begin anything. Everything else stays as it is. */
export const withoutTags = (text: string): string => text.replace(TAG, '&lt;')

/** The same for text in JSON, whose value stays the same for whoever parses the JSON. */
export const jsonWithoutTags = (value: unknown): string => JSON.stringify(value).replace(TAG, '\\u003c')

/** A Result as an object, for the dialects that tell it as JSON. */
export const toldResult = ({ tool, text, isError }: ToldResult) => ({
  tool,
  success: !isError,
  [isError ? 'error' : 'result']: text,
})

/** The issues of a reply in words for the model, with the correct format; null if there are none. */
export function toldIssues({ issues }: ReplyText, right: string): string | null {
  if (issues.length === 0) return null
  const reasons = [...new Set(issues.map(({ reason }) => `- ${reason}`))]
  return `A part of your reply could not be read, and nothing was run for it:\n${reasons.join('\n')}\n${right}`
}
