import type { JsonNode } from '@/lib/domain/json-tree'
import { callIn } from '../call-object'
import { skipSpace, valueAt } from '../json-scan'
import type { Spoken, SpokenCall } from '../spoken'

/** `{output, calls: [{tool, arguments}]}`, in a fence or not, and nothing beside it. Whatever else there is, is told. */
export function parseStructured(reply: string): Spoken {
  const at = beginning(reply)
  const found = valueAt(reply, at)
  if (found?.value.kind !== 'object' || !/^\s*(?:```)?\s*$/.test(reply.slice(found.end)))
    return unread(reply, 'The reply is not one JSON object.')
  const members = new Map(found.value.entries.map(({ key, value }) => [key, value]))
  const [output, list] = [members.get('output'), members.get('calls')]
  if (!output && !list) return unread(reply, 'The reply has neither output nor calls.')
  if (list && list.kind !== 'array' && !isNull(list)) return unread(reply, 'The calls are no list.')
  const calls = (list?.kind === 'array' ? list.items : []).map((item): SpokenCall | null => {
    const call = callIn(item, found.text)
    return call && { ...call, span: [at + item.start, at + item.end] }
  })
  if (!calls.every(call => call !== null)) return unread(reply, 'One of the calls has no tool.')
  const text = output ? textOf(JSON.parse(found.text.slice(output.start, output.end))) : ''
  return { text, reasoning: '', calls, issues: [] }
}

const isNull = (node: JsonNode): boolean => node.kind === 'scalar' && node.value === null

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
