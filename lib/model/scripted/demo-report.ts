import * as z from 'zod'
import type { ProposedCall, ResultMessage } from '@/lib/domain/solution'
import { blockQuote } from './block-quote'

/** Says what became of the Calls, in words that their Results bear out. */
export function reportOf(results: ResultMessage[], calls: ProposedCall[]): string {
  const lines = results.map(result => {
    const call = calls.find(({ id }) => id === result.callId)
    return `${nameOf(result.tool, call)}: ${outcomeOf(result)}.${quoted(result.text)}`
  })
  return lines.length === 1 ? lines.join('') : `Here is what happened.\n\n${lines.join('\n\n')}`
}

const WithPath = z.object({ path: z.string().min(1) })

/** The tool and, where the Call names one, the path. */
function nameOf(tool: string, call: ProposedCall | undefined): string {
  const path = call && pathIn(call.argumentsText)
  return path ? `${tool} ${path}` : tool
}

function pathIn(argumentsText: string): string | null {
  try {
    return WithPath.safeParse(JSON.parse(argumentsText)).data?.path ?? null
  } catch {
    return null
  }
}

const NOT_RUN = /^(The person denied|This call was refused)\b/
const CHANGED = /^(The person changed the arguments|The person ran)\b/
const ANSWERED = /^The person answered\b/
const HELD_BACK = /^[^\n]*\b(not run|not started|expired|skipped)\b/i

function outcomeOf({ text, isError }: ResultMessage): string {
  if (NOT_RUN.test(text) || (isError && HELD_BACK.test(text))) return 'not run'
  if (ANSWERED.test(text)) return 'answered by a person'
  if (isError) return 'failed'
  return CHANGED.test(text) ? 'done, with a change' : 'done'
}

const SHOWN = 800

/** Behind the outcome where it is one plain line; else as a quotation, in which nothing is taken for a call. */
function quoted(text: string): string {
  const whole = text.trim()
  if (whole === '') return ''
  const chars = [...whole]
  const shown =
    chars.length > SHOWN ? `${chars.slice(0, SHOWN).join('')}… (${chars.length} characters in all)` : whole
  return /[\n<`]/.test(shown) ? `\n\n${blockQuote(shown)}` : ` ${shown}`
}
