import { type Inert, inertIn } from '../inert'

/** A place at which a Call is announced. `at`: of its first character; `body`: behind it. */
export type Opening =
  | { kind: 'tag'; alias: string; at: number; body: number }
  | { kind: 'invoke'; tool: string; at: number; body: number }
  | { kind: 'fence'; at: number; body: number }
  | { kind: 'bracket'; at: number; body: number }

/** What models name the tag of a Call. `tools` is also the name of a list of declarations. */
const ALIASES = 'tool_calls?|toolcall|tool-call|tools|invoke|function_call|minimax:tool_?call'

const OPENINGS = new RegExp(
  [
    '<invoke\\s+name\\s*=\\s*(?:"([^"<>]{1,200})"|\'([^\'<>]{1,200})\')\\s*>',
    `<(${ALIASES})\\s*>`,
    '^[ ]{0,3}(?:```|~~~)[ \\t]*(?:tool_call|toolcall|tool-call|invoke)[ \\t]*$',
    '\\[TOOL_CALLS?\\]',
  ].join('|'),
  'gim',
)

const CLOSING = new RegExp(`</(?:${ALIASES})\\s*>|\\[/TOOL_CALLS?\\]`, 'gi')
const CLOSING_FENCE = /^[ ]{0,3}(?:```|~~~)[`~]*[ \t]*$/gm

/** All places of a reply at which a Call is announced and meant. */
export function openingsIn(reply: string, inert: Inert[] = inertIn(reply)): Opening[] {
  return [...reply.matchAll(OPENINGS)]
    .filter(({ index }) => !inert.some(({ span: [from, to] }) => from <= index && index < to))
    .map(match => {
      const [whole, quoted, apostrophed, alias] = match
      const place = { at: match.index, body: match.index + whole.length }
      const tool = quoted ?? apostrophed
      if (tool !== undefined) return { kind: 'invoke', tool: tool.trim(), ...place }
      if (alias !== undefined) return { kind: 'tag', alias: alias.toLowerCase(), ...place }
      return { kind: whole.startsWith('[') ? 'bracket' : 'fence', ...place }
    })
}

/** The next end of a Call from a place on, by whatever name; a fence may end with a tag, and a tag with a fence. */
export function closingFrom(reply: string, from: number): { at: number; end: number } | null {
  const found = [CLOSING, CLOSING_FENCE].flatMap(pattern => {
    pattern.lastIndex = from
    const match = pattern.exec(reply)
    return match ? [{ at: match.index, end: match.index + match[0].length }] : []
  })
  return found.sort((one, other) => one.at - other.at)[0] ?? null
}

/** Ends of Calls that stand where none began. */
export const strayClosings = (reply: string): [number, number][] =>
  [...reply.matchAll(CLOSING)].map(({ index, 0: whole }) => [index, index + whole.length])
