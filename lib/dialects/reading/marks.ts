import type { Source } from './grammar'

/** Tags of thoughts: what stands in them is no Call and no answer. */
const THOUGHTS = ['think', 'thinking', 'thought', 'reasoning', 'analysis', 'reflection']

/** Tags around results: a model that tells one again calls nothing. */
const RESULTS = ['tool_result', 'tool_response', 'observation']

const SHARED = [...THOUGHTS, ...RESULTS]

export const THOUGHT_BEGIN = new RegExp(`<(${THOUGHTS.join('|')})\\s{0,8}>`, 'iy')
export const THOUGHT_END = new RegExp(`</(?:${THOUGHTS.join('|')})\\s{0,8}>`, 'iy')
export const RESULT_BEGIN = new RegExp(`<(${RESULTS.join('|')})(?:\\s[^<>]{0,200})?>`, 'iy')

/** What some models end their replies with. */
const MARKERS = ['<eom>', '<|eom|>', '<|eom_id|>', '<|eot_id|>', '<|im_end|>', '<|endoftext|>', '</s>']
const MARKER = MARKERS.map(marker => marker.replaceAll('|', '\\|')).join('|')
export const MARKERS_HERE = new RegExp(`(?:(?:${MARKER})\\s*)+`, 'iy')

/** The longest that a tag is. */
const LONGEST = 260

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Whether what has come from a `<` on may be the beginning of a tag that has a meaning. */
export function mayBecomeTag({ text, isWhole }: Source, at: number, tags: readonly string[]): boolean {
  if (isWhole || text.length - at >= LONGEST) return false
  const rest = text.slice(at).toLowerCase()
  if (rest.includes('>') || rest.indexOf('<', 1) !== -1) return false
  if (['<!--', ...MARKERS].some(mark => mark.startsWith(rest))) return true
  const [whole, name = ''] = /^<\/?([\w:-]*)/.exec(rest) ?? ['']
  const known = [...SHARED, ...tags]
  return whole === rest ? known.some(tag => tag.startsWith(name)) : known.includes(name)
}
