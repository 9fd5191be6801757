import type { ReplySource } from './grammar'

/** Tags of thoughts: their content is neither a Call nor an answer. */
const THOUGHTS = ['think', 'thinking', 'thought', 'reasoning', 'analysis', 'reflection']

/** Tags around results: a model that repeats one calls nothing. */
const RESULTS = ['tool_result', 'tool_response', 'observation']

const SHARED = [...THOUGHTS, ...RESULTS]

/** Complete thoughts at a place. */
export const THOUGHTS_HERE = new RegExp(`(?:\\s*<(${THOUGHTS.join('|')})\\s{0,8}>[^]*?</\\1\\s{0,8}>)+`, 'iy')

export const THOUGHT_BEGIN = new RegExp(`<(${THOUGHTS.join('|')})\\s{0,8}>`, 'iy')
export const THOUGHT_END = new RegExp(`</(?:${THOUGHTS.join('|')})\\s{0,8}>`, 'iy')
export const RESULT_BEGIN = new RegExp(`<(${RESULTS.join('|')})(?:\\s[^<>]{0,200})?>`, 'iy')

/** Markers that some models end their replies with. */
const MARKERS = ['<eom>', '<|eom|>', '<|eom_id|>', '<|eot_id|>', '<|im_end|>', '<|endoftext|>', '</s>']
const MARKER = MARKERS.map(marker => marker.replaceAll('|', '\\|')).join('|')
export const MARKERS_HERE = new RegExp(`(?:(?:${MARKER})\\s*)+`, 'iy')

/** The length of the longest tag. */
const LONGEST = 260

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** A tag may have spaces before its name and its slash. */
const SPACES = /^<[ \t]{0,8}(\/?)[ \t]{0,8}/

/** Whether the text from a `<` on may be the beginning of a known tag. */
export function mayBecomeTag({ text, isWhole }: ReplySource, at: number, tags: readonly string[]): boolean {
  if (isWhole || text.length - at >= LONGEST) return false
  const rest = text.slice(at).toLowerCase().replace(SPACES, '<$1')
  if (rest.includes('>') || rest.indexOf('<', 1) !== -1) return false
  if (['<!--', ...MARKERS].some(mark => mark.startsWith(rest))) return true
  const [whole, name = ''] = /^<\/?([\w:-]*)/.exec(rest) ?? ['']
  const marks = [...SHARED, ...tags]
  return whole === rest ? marks.some(tag => tag.startsWith(name)) : marks.includes(name)
}
