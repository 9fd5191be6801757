import { membersOf, skipSpace } from '../json-scan'
import { matchAt } from '../reading/marks'
import type { Named, OfferedTool } from '../spoken'
import { literalAt } from './literal'
import { soleParameter } from './sole-parameter'

const NAME = /(?:default_api\.|functions\.)?([\w-]{1,64})\s*\(/y
const KEY = /([A-Za-z_][\w-]{0,63})\s*[=:]\s*/y

/** Calls as programs write them, one or several, in a list or not: `[read_file(path="a.txt")]`. */
export function programCalls(body: string, offered: OfferedTool[]): Named[] | null {
  const text = body.replace(/^\s*\[|\]\s*$/g, '')
  const calls: Named[] = []
  for (let at = skipSpace(text, 0); at < text.length; at = behind(text, at, /[,;]/)) {
    const name = matchAt(NAME, text, at)
    const tool = offered.find(candidate => candidate.name === name?.[1])
    const read = name && tool && argumentsAt(text, at + name[0].length, tool)
    if (!read) return null
    calls.push({ tool: tool.name, argumentsText: read.argumentsText })
    at = read.end
  }
  return calls.length > 0 ? calls : null
}

function behind(text: string, at: number, separator: RegExp): number {
  const place = skipSpace(text, at)
  return separator.test(text[place] ?? '') ? skipSpace(text, place + 1) : place
}

function argumentsAt(
  text: string,
  from: number,
  tool: OfferedTool,
): { argumentsText: string; end: number } | null {
  const members: string[] = []
  let at = skipSpace(text, from)
  for (; text[at] !== ')'; at = behind(text, at, /,/)) {
    const key = matchAt(KEY, text, at)
    const value = literalAt(text, at + (key?.[0].length ?? 0))
    if (!value) return null
    at = value.end
    if (key) members.push(`${JSON.stringify(key[1])}:${value.json}`)
    else {
      const alone = members.length === 0 && text[skipSpace(text, at)] === ')'
      const written = alone ? aloneAs(value.json, tool) : null
      return written === null ? null : { argumentsText: written, end: skipSpace(text, at) + 1 }
    }
  }
  return { argumentsText: `{${members.join(',')}}`, end: at + 1 }
}

/** An argument without a name: all of them as an object, or the only one there is. */
function aloneAs(json: string, tool: OfferedTool): string | null {
  if (membersOf(json)) return json
  const parameter = soleParameter(tool)
  return parameter === null ? null : `{${JSON.stringify(parameter)}:${json}}`
}
