import { callsAt } from '../call-object'
import { elementsAt, membersAt, skipSpace, valueEnd } from '../json-scan'
import type { Spoken, SpokenCall } from '../spoken'

/** `{output, calls: [{tool, arguments}]}`, in a fence or not, and nothing beside it. Whatever else there is, is told. */
export function parseStructured(reply: string): Spoken {
  const at = beginning(reply)
  const members = membersAt(reply, at)
  const end = members && valueEnd(reply, at)
  if (!members || end === null || !/^\s*(?:```)?\s*$/.test(reply.slice(end)))
    return unread(reply, 'The reply is not one JSON object.')
  const output = members.get('output')
  const list = members.get('calls')
  const text = output ? textOf(JSON.parse(reply.slice(...output))) : ''
  if (!output && !list) return unread(reply, 'The reply has neither output nor calls.')
  const calls: SpokenCall[] = []
  for (const span of (list && elementsAt(reply, list[0])) ?? []) {
    const found = callsAt(reply, span[0])
    if (!found || reply[span[0]] !== '{') return unread(reply, 'One of the calls has no tool.')
    calls.push(...found.map(call => ({ ...call, span })))
  }
  if (list && !elementsAt(reply, list[0]) && reply.slice(...list) !== 'null')
    return unread(reply, 'The calls are no list.')
  return { text, reasoning: '', calls, issues: [] }
}

function beginning(reply: string): number {
  const fence = /^\s*```(?:json)?\s*/i.exec(reply)
  return skipSpace(reply, fence?.[0].length ?? 0)
}

const textOf = (output: unknown): string =>
  typeof output === 'string' ? output : output === null ? '' : JSON.stringify(output, null, 2)

const unread = (reply: string, reason: string): Spoken => ({
  ...{ text: reply.trim(), reasoning: '', calls: [] },
  issues: [{ reason, span: [0, reply.length] }],
})
