import {
  type AssistantContent,
  assistantModelMessageSchema,
  type LanguageModelCallEndEvent,
  type ModelMessage as SdkMessage,
} from 'ai'
import type { Picture } from '@/lib/domain/call/picture'
import type { AssistantMessage, ModelMessage, ProposedCall, ResultMessage } from '@/lib/domain/call/solution'
import { argumentValue, withExactNumbers } from '@/lib/text/json/json-text'
import { isObject } from '@/lib/text/json/json-value'
import { type PictureBytes, pictureParts, picturesAfterResults } from './pictures'
import { fileMark } from './reply'

/**
 * How a provider wants the history. `argumentsAsText`: it takes the arguments' own text. `callId`: the foreign ids
 * that it accepts. `bindsCallIds`: it signs reasoning together with the ids of the calls that it led to.
 * `textResults`: a result is text alone, and its pictures come after it. `reasoning`: whether it goes back with `all` Calls
 * or `none`; else what is the provider's own does.
 */
export type Wire = {
  provider: string
  argumentsAsText: boolean
  callId: RegExp
  bindsCallIds?: boolean
  refusesBlankText?: boolean
  textResults?: boolean
  reasoning?: 'all' | 'none' | undefined
}

/**
 * The history in the AI SDK's format. Every Result message already follows its assistant message; pairing is the
 * caller's job. Empty messages are left out: some providers refuse them.
 */
export const toSdkMessages = (
  messages: ModelMessage[],
  wire: Wire,
  pictures: PictureBytes = new Map(),
): SdkMessage[] =>
  withCallIds(wire.textResults ? picturesAfterResults(messages) : messages, wire)
    .map(({ message, ids }) => toSdk(message, { wire, ids, pictures }))
    .filter(message => message.content.length > 0)

/** `ids`: under which id each Call of a message is sent, by its own. */
type Sending = { wire: Wire; ids: ReadonlyMap<string, string>; pictures: PictureBytes }

function toSdk(message: ModelMessage, sending: Sending): SdkMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.images ? withPictures(message, sending) : message.text }
    case 'assistant': {
      const parts = withReasoning(assistantContent(message, sending), message, sending.wire)
      const filled = sending.wire.refusesBlankText ? parts.filter(part => !isBlank(part)) : parts
      return { role: 'assistant', content: withoutLooseReasoning(filled) }
    }
    case 'result':
      return { role: 'tool', content: [toResult(message, sending)] }
  }
}

/** The text first, then what it speaks of. */
const withPictures = (
  { text, images = [] }: { text: string; images?: Picture[] | undefined },
  { pictures }: Sending,
) => [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...pictureParts(images, pictures)]

/** A message of the model in the SDK's format, in which signatures and reasoning go back unchanged. */
export type OwnContent = Exclude<AssistantContent, string>
type Part = OwnContent[number]

const isBlank = (part: Part): boolean => part.type === 'text' && part.text.trim() === ''

/**
 * Reasoning is sent back only with what it led to: providers refuse a reasoning item that nothing follows, and a
 * message that ends with its thinking. A message of reasoning alone is dropped.
 */
function withoutLooseReasoning(parts: Part[]): Part[] {
  if (parts.every(part => part.type === 'reasoning' || part.type === 'custom' || isBlank(part))) return []
  return parts.slice(0, parts.findLastIndex(part => part.type !== 'reasoning') + 1)
}

/**
 * The provider's own content, if it comes from this same provider and still matches the message: signatures and
 * reasoning go back as they came. Otherwise the content is rebuilt from text and Calls.
 */
function assistantContent(message: AssistantMessage, sending: Sending): Part[] {
  const { wire, ids } = sending
  const isBroken = wire.bindsCallIds && message.calls.some(({ id }) => ids.get(id) !== id)
  const own = isOwn(message, wire) && !isBroken ? ownParts(message.verbatim?.content) : null
  if (own && sameText(own, message.text) && sameCalls(own, message.calls))
    return own.map(part => withArguments(part, message.calls, sending))
  const text: Part[] = message.text === '' ? [] : [{ type: 'text', text: message.text }]
  return [...text, ...message.calls.map(call => toCall(call, sending))]
}

function withReasoning(parts: Part[], message: AssistantMessage, { reasoning }: Wire): Part[] {
  if (reasoning === 'none') return parts.filter(({ type }) => type !== 'reasoning')
  const isMissing = message.calls.length > 0 && parts.every(({ type }) => type !== 'reasoning')
  if (reasoning !== 'all' || !isMissing) return parts
  const text = ownParts(message.verbatim?.content)?.map(part => (part.type === 'reasoning' ? part.text : ''))
  // Those servers take no empty text for it.
  return [{ type: 'reasoning', text: text?.join('') || ' ' }, ...parts]
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

/** It contains only a text and the Calls after it: rebuilding it gives the same. */
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
  const own = parts.filter(part => part.type === 'tool-call')
  return (
    own.length === calls.length &&
    own.every((part, i) => part.toolCallId === calls[i]?.id && part.toolName === calls[i]?.tool)
  )
}

function withArguments(part: Part, calls: ProposedCall[], sending: Sending): Part {
  if (part.type !== 'tool-call') return part
  const call = calls.find(({ id }) => id === part.toolCallId)
  return call ? { ...part, ...toCall(call, sending) } : part
}

const toCall = (call: ProposedCall, { wire, ids }: Sending): Part => ({
  type: 'tool-call',
  toolCallId: ids.get(call.id) ?? call.id,
  toolName: call.tool,
  input: wireArguments(call.argumentsText, wire),
})

/** The SDK quotes a text again, as a string, if it might set a prototype. */
const REQUOTED = /proto|constructor|\\u/

/**
 * No provider takes arguments that are not an object, and texts that are too large to parse are not built: such a
 * Call, which never ran, is sent with empty arguments. Its own text stays with us.
 */
function wireArguments(text: string, wire: Wire): unknown {
  const value = argumentValue(text)
  if (!isObject(value)) return {}
  return wire.argumentsAsText && !REQUOTED.test(text) ? text : withExactNumbers(value, text)
}

const toResult = (message: ResultMessage, sending: Sending) => ({
  type: 'tool-result' as const,
  toolCallId: sending.ids.get(message.callId) ?? message.callId,
  toolName: message.tool,
  output: message.images
    ? { type: 'content' as const, value: withPictures(message, sending) }
    : { type: message.isError ? ('error-text' as const) : ('text' as const), value: message.text },
})

/**
 * The history with the ids of its Calls as the provider gets them, each once. Its own stay as they are; a repeated one,
 * as of a model that counts its Calls in each reply anew, and a foreign one that it would refuse, get another by their
 * place, whatever comes later, so that what was sent once is sent the same way again.
 */
function withCallIds(messages: ModelMessage[], wire: Wire) {
  const seen = new Set<string>()
  let ids = new Map<string, string>()
  let index = 0
  return messages.map(message => {
    if (message.role !== 'assistant') return { message, ids }
    ids = new Map()
    for (const { id } of message.calls) {
      const fits = !seen.has(id) && (isOwn(message, wire) || wire.callId.test(id))
      const sent = fits ? id : free(index, seen)
      ids.set(id, sent)
      seen.add(sent)
      index += 1
    }
    return { message, ids }
  })
}

const isOwn = ({ verbatim }: AssistantMessage, { provider }: Wire): boolean => verbatim?.provider === provider

function free(index: number, usedIds: Set<string>): string {
  let id = `call_${index}`
  while (usedIds.has(id)) id += '_'
  return id
}

type Content = LanguageModelCallEndEvent['content']

/**
 * The content of an answer to send back: a mark for a file, nothing for files in its reasoning. Arguments are kept in
 * the message's own Calls, as text, and are sent back only from there.
 */
export const ownContent = (content: Content): OwnContent => content.flatMap(toPart)

function toPart(part: Content[number]): OwnContent {
  const providerOptions = 'providerMetadata' in part ? part.providerMetadata : undefined
  switch (part.type) {
    case 'text':
      return part.text === '' && !providerOptions ? [] : [{ type: 'text', text: part.text, providerOptions }]
    case 'reasoning':
      return [{ type: 'reasoning', text: part.text, providerOptions }]
    case 'file':
      return [{ type: 'text', text: fileMark(part.file) }]
    case 'custom':
      return [{ type: 'custom', kind: part.kind, providerOptions }]
    case 'tool-call': {
      const { toolCallId, toolName, providerExecuted } = part
      return [{ type: 'tool-call', toolCallId, toolName, input: {}, providerExecuted, providerOptions }]
    }
    default:
      return []
  }
}
