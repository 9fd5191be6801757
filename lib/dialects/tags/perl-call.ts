import { isToolName } from '../is-tool-name'
import { skipSpace, stringEnd } from '../json-scan'
import { matchAt } from '../reading/marks'
import type { Named } from '../spoken'
import { literalAt } from './literal'

const BEGIN = /\{\s{0,4}tool\s{0,4}=>\s*/y
const ARGUMENTS = /\s*,\s*(?:args|arguments|parameters)\s*=>\s*\{/y
const MEMBER = /\s*(?:--([\w-]{1,64})(?:\s*=)?|([\w-]{1,64})\s*=>|"([\w-]{1,64})"\s*=>)\s*/y
const COMMA = /\s*,?/y

export const beginsPerlCall = (text: string, at: number): boolean => matchAt(BEGIN, text, at) !== null

/** `{tool => "x", args => {--key "value"}}`; null where it is something else, or not all there. */
export function perlCallAt(text: string, at: number): (Named & { end: number }) | null {
  const begun = matchAt(BEGIN, text, at)
  const from = at + (begun?.[0].length ?? 0)
  const end = begun && `"'`.includes(text[from] ?? 'none') ? stringEnd(text, from) : 'cut'
  if (end === 'cut') return null
  const tool = text.slice(from + 1, end - 1).trim()
  const args = matchAt(ARGUMENTS, text, end)
  const read = args ? membersAt(text, end + args[0].length) : { argumentsText: '{}', end }
  const close = read && skipSpace(text, read.end)
  if (!read || close === null || text[close] !== '}' || !isToolName(tool)) return null
  return { tool, argumentsText: read.argumentsText, end: close + 1 }
}

function membersAt(text: string, from: number): { argumentsText: string; end: number } | null {
  const members: string[] = []
  let at = from
  for (;;) {
    const key = matchAt(MEMBER, text, at)
    if (!key) break
    const value = literalAt(text, at + key[0].length)
    if (!value) return null
    members.push(`${JSON.stringify(key[1] ?? key[2] ?? key[3])}:${value.json}`)
    at = value.end + (matchAt(COMMA, text, value.end)?.[0].length ?? 0)
  }
  const close = skipSpace(text, at)
  return text[close] === '}' ? { argumentsText: `{${members.join(',')}}`, end: close + 1 } : null
}
