import { callIn, stringOf } from '../call-object'
import { itemsOf, membersOf, valueAt } from '../json-scan'
import type { Announced, Source } from '../reading/grammar'
import type { OfferedTool } from '../spoken'

/** The first key of a message in the form of the chat API. */
const BEGINS = /^\{\s*"(?:tool_calls|content|role|reasoning_content|refusal)"/
const BEGINS_AS_YET = /^\{\s*(?:"[a-z_]*)?$/

/** A reply that is a message of the chat API, and nothing else: its `tool_calls`, if all of them are offered. */
export function wholeReply({ text, isWhole }: Source, at: number, offered: OfferedTool[]): Announced {
  const beginning = text.slice(at, at + 100)
  if (!BEGINS.test(beginning)) return !isWhole && BEGINS_AS_YET.test(beginning) ? 'more' : null
  const value = valueAt(text, at)
  if (value === 'broken' || (value === 'cut' && isWhole)) return null
  if (value === 'cut') return 'more'
  if (text.slice(at + value.length).trim() !== '') return null
  if (!isWhole) return 'more'
  const members = membersOf(value)
  const items = itemsOf(members?.get('tool_calls') ?? '') ?? []
  if (items.length === 0) return null
  const calls = items.map(item => callIn(item.text))
  const known = calls.filter(call => call !== null && offered.some(({ name }) => name === call.tool))
  if (known.length < calls.length)
    return { end: text.length, issue: 'One of the tool_calls has no tool that is offered.' }
  return {
    end: text.length,
    calls: known.filter(call => call !== null),
    says: stringOf(members?.get('content')) ?? '',
  }
}
