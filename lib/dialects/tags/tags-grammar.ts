import type { Announced, Grammar, Source } from '../reading/grammar'
import { matchAt } from '../reading/marks'
import type { OfferedTool } from '../spoken'
import { ALIASES, isCallFence, mayBecomeBracket, openingAt, speaksOfCall, strayAt } from './opening'
import { beginsPerlCall } from './perl-call'
import { readCalls, readPerl } from './read-calls'
import { pathed } from './short-calls'
import { wholeReply } from './whole-reply'

/**
 * The Calls in the text of a reply, in whatever of the known spellings. Only what a tag, a fence or a bracket announces
 * can be a Call, or a line that names an offered tool and its parameter: bare JSON, prose, quotes and code are text.
 */
export function tagsGrammar(offered: OfferedTool[]): Grammar {
  /** A fence around a tag has begun, and its end says nothing. */
  let isFenced = false
  return {
    tags: [...ALIASES, 'function'],
    speaksOfCall,
    atMark: (source, at) => {
      if (source.text[at] === '[' && /[^/t]/i.test(source.text[at + 1] ?? '')) return null
      if (mayBecomeBracket(source, at)) return 'more'
      const closing = strayAt(source.text, at)
      const opening = closing > 0 ? null : openingAt(source.text, at)
      if (opening) return readCalls(source, opening, offered)
      return closing > 0 ? { end: at + closing } : null
    },
    atLine: (source, at) => perlLine(source, at) ?? parameterLine(source, at, offered),
    atBeginning: (source, at) => wholeReply(source, at, offered),
    atFence: (source, { at, body, language }) => {
      if (language === '' && isFenced) {
        isFenced = false
        return { end: body }
      }
      if (!isCallFence(language)) return null
      const found = readCalls(source, { kind: 'fence', at, body }, offered)
      if (found !== null && found !== 'more') isFenced = !found.calls && found.issue === undefined
      return found
    },
  }
}

const PERL = /[ \t]*TOOL_CALL\s*(?=\{)/y
const PERL_AS_YET =
  /^[ \t]*(?:T|TO|TOO|TOOL|TOOL_|TOOL_C|TOOL_CA|TOOL_CAL|TOOL_CALL\s*(?:\{\s*(?:t|to|too|tool\s*=?)?)?)$/

function perlLine(source: Source, at: number): Announced {
  const { text, isWhole } = source
  if (!isWhole && text.length - at < 200 && PERL_AS_YET.test(text.slice(at))) return 'more'
  const brace = at + (matchAt(PERL, text, at)?.[0].length ?? 0)
  return brace > at && beginsPerlCall(text, brace) ? readPerl(source, at, brace) : null
}

const PATH = /[ \t]*([\w-]{1,64})(?=\/[\w.-]{1,64}>)/y
const PATH_AS_YET = /^[ \t]*([\w-]{1,64})(\/[\w.-]{0,64})?$/

/** A line of `tool/parameter>value`. */
function parameterLine({ text, isWhole }: Source, at: number, offered: OfferedTool[]): Announced {
  if (!isWhole && text.length - at < 200) {
    const [, name = '', path] = PATH_AS_YET.exec(text.slice(at)) ?? []
    const mayBe = offered.some(tool => (path === undefined ? tool.name.startsWith(name) : tool.name === name))
    if (name !== '' && mayBe) return 'more'
  }
  const [whole, name] = matchAt(PATH, text, at) ?? []
  const tool = offered.find(candidate => candidate.name === name)
  if (whole === undefined || !tool) return null
  const end = text.indexOf('\n', at)
  if (end === -1 && !isWhole) return 'more'
  const line = text.slice(at + whole.length, end === -1 ? text.length : end)
  const argumentsText = pathed(line, tool)
  return argumentsText === null
    ? null
    : { end: at + whole.length + line.length, calls: [{ tool: tool.name, argumentsText }] }
}
