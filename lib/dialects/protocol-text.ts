import { ALIASES } from './tags/opening'

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

/** Text from outside within the protocol: no tag of it can end or begin anything. Everything else stays as it is. */
export const withoutTags = (text: string): string => text.replace(TAG, '&lt;')

/** The same for text in JSON, which stays word for word for whoever reads the JSON. */
export const jsonWithoutTags = (value: unknown): string => JSON.stringify(value).replace(TAG, '\\u003c')
