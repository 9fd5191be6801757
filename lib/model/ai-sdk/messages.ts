import { type AssistantContent, assistantModelMessageSchema, type ModelMessage as SdkMessage } from 'ai'
import { isTooDeep } from '@/lib/domain/json-depth'
import type { AssistantMessage, ModelMessage, ProposedCall, ResultMessage } from '@/lib/domain/solution'
import { withCallIds } from './call-ids'
import type { Wire } from './wire'

/**
 * The history in the AI SDK's form. Every Result message follows its assistant message already; the pairing
 * is the caller's. An empty message is left out: it says nothing, and some providers refuse it.
 */
export const toSdkMessages = (messages: ModelMessage[], wire: Wire): SdkMessage[] =>
  withCallIds(messages, wire)
    .map(message => toSdk(message, wire))
    .filter(message => message.content.length > 0)

function toSdk(message: ModelMessage, wire: Wire): SdkMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text }
    case 'assistant': {
      const parts = assistantContent(message, wire)
      const isBlank = (part: Part) => part.type === 'text' && part.text.trim() === ''
      const content = wire.refusesBlankText ? parts.filter(part => !isBlank(part)) : parts
      return { role: 'assistant', content }
    }
    case 'result':
      return { role: 'tool', content: [toResult(message)] }
  }
}

type Part = Exclude<AssistantContent, string>[number]

/**
 * Its provider's own form where there is one from this same provider that still says what the message says:
 * signatures and reasoning go back as they came. Otherwise it is made anew from text and Calls.
 */
function assistantContent(message: AssistantMessage, wire: Wire): Part[] {
  const kept = message.verbatim?.provider === wire.provider ? ownParts(message.verbatim.content) : null
  if (kept && sameText(kept, message.text) && sameCalls(kept, message.calls))
    return kept.map(part => withArguments(part, message.calls, wire))
  const text: Part[] = message.text === '' ? [] : [{ type: 'text', text: message.text }]
  return [...text, ...message.calls.map(call => toCall(call, wire))]
}

function ownParts(content: unknown): Part[] | null {
  if (isPlain(content)) return null
  const parsed = assistantModelMessageSchema.safeParse({ role: 'assistant', content })
  return parsed.success && typeof parsed.data.content !== 'string' ? parsed.data.content : null
}

const PLAIN: Record<string, string[]> = {
  text: ['type', 'text'],
  'tool-call': ['type', 'toolCallId', 'toolName', 'input'],
}

/** Nothing stands in it but a text and the Calls after it: what is made anew is the same. */
const isPlain = (content: unknown): boolean =>
  Array.isArray(content) &&
  content.every(
    (part, at) =>
      Object.keys(part ?? {}).every(key => PLAIN[part.type]?.includes(key)) &&
      (part?.type === 'tool-call' || at === 0),
  )

const sameText = (parts: Part[], text: string): boolean =>
  parts.map(part => (part.type === 'text' ? part.text : '')).join('') === text

function sameCalls(parts: Part[], calls: ProposedCall[]): boolean {
  const kept = parts.filter(part => part.type === 'tool-call')
  return (
    kept.length === calls.length &&
    kept.every((part, i) => part.toolCallId === calls[i]?.id && part.toolName === calls[i]?.tool)
  )
}

function withArguments(part: Part, calls: ProposedCall[], wire: Wire): Part {
  if (part.type !== 'tool-call') return part
  const call = calls.find(({ id }) => id === part.toolCallId)
  return call ? { ...part, input: wireArguments(call.argumentsText, wire) } : part
}

const toCall = (call: ProposedCall, wire: Wire): Part => ({
  type: 'tool-call',
  toolCallId: call.id,
  toolName: call.tool,
  input: wireArguments(call.argumentsText, wire),
})

/** The SDK quotes a text once more, as a string, where it might set a prototype. */
const REQUOTED = /proto|constructor|\\u/

/**
 * No wire takes arguments that are not an object, and none can be written that nest too deep: such a Call goes
 * out with none. Its own text stays with us.
 */
function wireArguments(text: string, wire: Wire): unknown {
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return wire.argumentsAsText && !REQUOTED.test(text) ? text : value
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}

const toResult = (message: ResultMessage) => ({
  type: 'tool-result' as const,
  toolCallId: message.callId,
  toolName: message.tool,
  output: message.isError
    ? { type: 'error-text' as const, value: message.text }
    : { type: 'text' as const, value: message.text },
})
