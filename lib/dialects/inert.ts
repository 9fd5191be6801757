import type { Span } from './spoken'

/** Tags of thoughts: what stands in them is no Call and no answer. */
const THOUGHT = 'think|thinking|thought|reasoning|analysis|reflection'

/** Languages of fences that announce a Call; all others hold code. */
export const CALL_FENCE = /^(?:tool_call|toolcall|tool-call|invoke)$/i

export type Inert = { kind: 'thought' | 'other'; span: Span; inner: Span }

const THOUGHTS = new RegExp(`<(${THOUGHT})>([\\s\\S]*?)(?:</\\1>|$)`, 'gi')
const COMMENTS = /<!--[\s\S]*?(?:-->|$)/g
const RESULTS = /<(tool_result|tool_response|observation)\b[^>]*>[\s\S]*?(?:<\/\1>|$)/gi
const FENCES = /^[ ]{0,3}(`{3,}|~{3,})([^\n`]*)\n(?:[\s\S]*?\n)?[ ]{0,3}\1[`~]*[ \t]*(?=\n|$)/gm
const UNCLOSED_FENCE = /^[ ]{0,3}(`{3,}|~{3,})([^\n`]*)\n[\s\S]*$/m
const QUOTES = /^[ ]{0,3}>.*$/gm
const SPANS = /(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g

/**
 * What is not meant: thoughts, comments, results that are told again, quotes and code. The first to begin wins, and
 * what begins within it is part of it.
 */
export function inertIn(reply: string): Inert[] {
  const found = [
    ...matches(reply, THOUGHTS, 'thought'),
    ...matches(reply, COMMENTS),
    ...matches(reply, RESULTS),
    ...fences(reply),
    ...matches(reply, QUOTES),
    ...matches(reply, SPANS).filter(({ span }) => isSpan(reply.slice(...span))),
  ].sort((one, other) => one.span[0] - other.span[0] || other.span[1] - one.span[1])
  const kept: Inert[] = []
  for (const inert of found) if (inert.span[0] >= (kept.at(-1)?.span[1] ?? 0)) kept.push(inert)
  return kept
}

/** Not over a blank line, and no fence. */
const isSpan = (code: string): boolean =>
  !code.includes('\n\n') && !(code.startsWith('```') && code.includes('\n'))

function matches(reply: string, pattern: RegExp, kind: Inert['kind'] = 'other'): Inert[] {
  return [...reply.matchAll(pattern)].map(match => {
    const span: Span = [match.index, match.index + match[0].length]
    const inner = match[0].indexOf('>') + 1
    return { kind, span, inner: [match.index + inner, match.index + inner + (match[2] ?? '').length] }
  })
}

function fences(reply: string): Inert[] {
  const closed = matches(reply, FENCES)
  const behind = closed.at(-1)?.span[1] ?? 0
  const open = UNCLOSED_FENCE.exec(reply.slice(behind))
  const last: Span[] = open ? [[behind + open.index, reply.length]] : []
  return [...closed, ...last.map(span => ({ kind: 'other' as const, span, inner: span }))].filter(
    ({ span }) => !CALL_FENCE.test(languageOf(reply.slice(...span))),
  )
}

const languageOf = (fence: string): string => /^ *[`~]+[ \t]*(\S*)/.exec(fence)?.[1] ?? ''
