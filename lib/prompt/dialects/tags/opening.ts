import type { OfferedTool } from '../dialect'
import type { ReplySource } from '../reading/grammar'
import { matchAt } from '../reading/marks'

/** A place where a Call is announced. `at`: its first character; `body`: the place after it. */
export type Opening = { at: number; body: number } & (
  | { kind: 'tag'; alias: string }
  | { kind: 'invoke'; tool: string; isEmpty: boolean }
  | { kind: 'fence' | 'bracket' | 'function' }
)

/** The names that models give to the tag of a Call. `tools` is also the name of a list of declarations. */
export const ALIASES = [
  'tool_calls',
  'tool_call',
  'toolcalls',
  'toolcall',
  'tool-calls',
  'tool-call',
  'tool_code',
  'tools',
  'invoke',
  'function_calls',
  'function_call',
  'functioncall',
  'minimax:tool_call',
  'minimax:toolcall',
  'seed:tool_call',
  'longcat_tool_call',
]

/** Optional attributes of a tag, which are ignored. */
const MORE = '(?:\\s[^<>]{0,200})?\\/?>'
const ANY = [...ALIASES, 'function'].join('|')

const TAG = new RegExp(`<[ \\t]{0,8}(${ALIASES.join('|')})${MORE}`, 'iy')
const INVOKE =
  /<[ \t]{0,8}(?:invoke\s{1,8}name\s{0,8}=\s{0,8}(?:"([^"<>]{1,200})"|'([^'<>]{1,200})')|function\s{0,8}=\s{0,8}([\w.-]{1,200}))\s{0,8}(\/?)>/iy
const BRACKET = /\[TOOL_CALLS?\]/iy
const CLOSING = `<[ \\t]{0,8}/[ \\t]{0,8}(?:${ANY})${MORE}|\\[/TOOL_CALLS?\\]`
const ENDS = new RegExp(CLOSING, 'gi')
const FENCE_ENDS = new RegExp(`${CLOSING}|^[ \\t]*(?:\`{3,}|~{3,})[ \\t]*$`, 'gim')
const CLOSING_HERE = new RegExp(CLOSING, 'iy')
/** Also used in HTML and prose, so they mean nothing on their own. */
const COMMON = /^<[ \t]{0,8}\/[ \t]{0,8}(?:tools|function)\b/i

/** Languages of fences that announce a Call; all others contain code. */
export const isCallFence = (language: string): boolean =>
  /^(?:tool_call|toolcall|tool-call|tool_code|invoke)$/i.test(language)

export function openingAt(text: string, at: number): Opening | null {
  const invoked = matchAt(INVOKE, text, at)
  if (invoked) {
    const [whole, quoted, apostrophed, bare, slash] = invoked
    const tool = (quoted ?? apostrophed ?? bare ?? '').trim()
    return { kind: 'invoke', tool, isEmpty: slash === '/', at, body: at + whole.length }
  }
  const [whole, name] = matchAt(TAG, text, at) ?? matchAt(BRACKET, text, at) ?? []
  if (whole === undefined) return null
  const span = { at, body: at + whole.length }
  const alias = name?.toLowerCase()
  if (alias === undefined) return { kind: 'bracket', ...span }
  return alias === 'functioncall' ? { kind: 'function', ...span } : { kind: 'tag', alias, ...span }
}

/** The length of the end of a Call at a place. */
export const closingAt = (text: string, at: number): number =>
  matchAt(CLOSING_HERE, text, at)?.[0].length ?? 0

/** The same for an end without a beginning. */
export const strayAt = (text: string, at: number): number =>
  COMMON.test(text.slice(at, at + 30)) ? 0 : closingAt(text, at)

const BRACKETS = ['[tool_calls]', '[/tool_calls]', '[tool_call]', '[/tool_call]']

/** Whether the text from a `[` on may become the mark of a Call. */
export function mayBecomeBracket({ text, isWhole }: ReplySource, at: number): boolean {
  const rest = text.slice(at, at + 13).toLowerCase()
  return (
    !isWhole &&
    at + rest.length === text.length &&
    BRACKETS.some(mark => mark.startsWith(rest) && mark !== rest)
  )
}

/** The next end of a Call from a place on, by any name; a fence may also end with a line of ticks. */
export function closingFrom(
  text: string,
  from: number,
  isFence: boolean,
): { at: number; end: number } | null {
  const match = matchAt(isFence ? FENCE_ENDS : ENDS, text, from)
  return match && { at: match.index, end: match.index + match[0].length }
}

const SPEAKS = new RegExp(`${TAG.source}|<invoke\\s|\\[TOOL_CALLS?\\]`, 'i')

export const speaksOfCall = (text: string): boolean => SPEAKS.test(text)

/** Special tokens and tags of published formats, which a model's server should have read. */
const MARKS = [
  '<[|｜](?=\\S)[^<>\\n]{0,60}(?:tool|function|invoke|python|action|plugin|call|open)[^<>\\n]{0,80}>',
  `[＜〈《](?:${ALIASES.join('|')})[ \\t]{0,8}[＞〉》>]`,
  '<[\\w:-]{0,20}(?:tool[_-]?call|tool_code|function_?call|mcp_tool|:invoke)s?\\b',
  '<(?:function\\s{1,8}name\\s?=|tool:\\s)',
  '\\[unused11\\]|✿FUNCTION✿|\\bto=functions\\.',
]

/** A pattern in which a blank stands for white space. */
const spaced = (pattern: string): string => pattern.replaceAll(' ', '\\s{0,8}')

/** What may stand before the name in the JSON of a call. */
const BEFORE_NAME = '(?:"(?:id|type|index|tool_call_id)" : ["\\w-]{1,60} , |"function" : \\{ ){0,4}'

/** How calls of offered tools are written where nothing else announces them, or their marks were left out. */
function bareCalls(offered: OfferedTool[]): { inProse: string[]; alone: RegExp } {
  const name = `(?:${offered.map(tool => tool.name.replace(/\W/g, '\\$&')).join('|')})`
  const object = `(?:functools)?[{[][\\s{[]{0,20}${BEFORE_NAME}"(?:name|tool|tool_name|function)" : "${name}" , "(?:arguments|parameters)"`
  const lines = [
    object,
    `(?:functions\\.)?${name}(?::\\d{1,4})? \\{ ["}]`,
    `call:${name}\\{`,
    `Action: ${name}[ \\t]*$`,
  ]
  const replies = [
    `(?:Action: )?\`{3}\\w* ${object}`,
    `(?:function)?${name} \`{3}(?:json)? \\{`,
    `>>>${name} \\{`,
    `\\[?(?:default_api\\.)?${name}\\((?=[\\s\\S]*\\)\\]?$)`,
  ]
  return {
    inProse: [
      spaced(`<${name}(?: [\\w-]{1,40}\\s?=\\s?["'][^<>]{0,400}>| /?> [<{])`),
      spaced(`^ (?:${lines.join('|')})`),
    ],
    alone: new RegExp(spaced(`^(?:${replies.join('|')})`), 'i'),
  }
}

/** The first words that announce a Call which nobody has read, in the prose of a reply or as all that it shows. */
export function announcementIn(prose: string, answer: string, offered: OfferedTool[]): string | undefined {
  const bare = offered.length > 0 ? bareCalls(offered) : null
  const inProse = new RegExp([...MARKS, ...(bare?.inProse ?? [])].join('|'), 'im').exec(prose)
  return (inProse ?? bare?.alone.exec(answer))?.[0]
}
