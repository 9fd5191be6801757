import type { FinishReason, LanguageModelUsage, LanguageModelStreamPart as StreamPart } from 'ai'
import type { ProposedCall } from '@/lib/domain/call/solution'
import { NO_USAGE, type Usage } from '@/lib/domain/run/usage'
import type { ModelRequest } from '../model'

/** The result of one stream. With an `error` it is void, whatever else arrived. */
export type ProviderReply = {
  text: string
  reasoning: string
  calls: ProposedCall[]
  /** Why the answer is incomplete, whatever the SDK says about the end of the stream. */
  cutReason: 'length' | 'filtered' | null
  /** Why the reply cannot be trusted as read, though it came without an error. */
  misread: string | null
  finish: { reason: FinishReason; raw: string | undefined } | null
  /** The mark came with which the protocol ends a stream. */
  isEnded: boolean
  usage: Usage
  error?: unknown
}

/** What a raw chunk of a stream contains that the SDK may lose or misread. */
export type ChunkReading = {
  /** A piece of argument text: all pieces together must equal what the Calls got. */
  argumentsText?: string
  /** The whole argument text of a Call, if the protocol repeats it at the end of the Call. */
  whole?: { id: string; text: string }
  cutReason?: ProviderReply['cutReason']
  misread?: string
  isEnded?: boolean
}

type Reading = {
  onPart: () => void
  onDelta: ModelRequest['onDelta']
  readChunk: ((chunk: unknown) => ChunkReading) | undefined
  ignores: ((error: unknown) => boolean) | undefined
}

/** Reads a stream to its end, which also comes with an abort, or to its first error. */
export async function readReply(parts: AsyncIterable<StreamPart>, reading: Reading): Promise<ProviderReply> {
  const reply: ProviderReply = {
    text: '',
    reasoning: '',
    calls: [],
    cutReason: null,
    misread: null,
    finish: null,
    isEnded: false,
    usage: NO_USAGE,
  }
  const tally: Tally = { open: new Map(), whole: new Map(), stray: 0 }
  try {
    for await (const part of parts) {
      reading.onPart()
      if (part.type !== 'error') take(part, reply, { tally, reading })
      else if (!reading.ignores?.(part.error)) return { ...reply, error: part.error }
    }
  } catch (error) {
    return { ...reply, error }
  }
  return { ...reply, misread: reply.misread ?? leftOver(tally, reading) }
}

/**
 * By id: the text so far of Calls that have begun, and the whole text if it was sent. `stray`: text that belongs to no
 * Call.
 */
type Tally = { open: Map<string, string>; whole: Map<string, string>; stray: number }

function leftOver({ open, stray }: Tally, { readChunk }: Reading): string | null {
  if (open.size > 0) return 'A Call began and never ended.'
  return readChunk && stray !== 0 ? 'Arguments came that belong to no Call.' : null
}

type Taking = { tally: Tally; reading: Reading }

function take(part: StreamPart, reply: ProviderReply, { tally, reading }: Taking) {
  switch (part.type) {
    case 'text-delta':
    case 'file': {
      const text = part.type === 'file' ? fileMark(part.file) : part.text
      if (text === '') break
      reply.text += text
      reading.onDelta({ kind: 'text', text })
      break
    }
    case 'reasoning-delta':
      if (part.text === '') break
      reply.reasoning += part.text
      reading.onDelta({ kind: 'reasoning', text: part.text })
      break
    case 'tool-input-start':
      tally.open.set(part.id, '')
      reading.onDelta({ kind: 'call', id: part.id, tool: part.toolName })
      break
    case 'tool-input-delta':
      if (part.delta === '') break
      tally.open.set(part.id, (tally.open.get(part.id) ?? '') + part.delta)
      reading.onDelta({ kind: 'arguments', id: part.id, text: part.delta })
      break
    case 'tool-call':
      takeCall(part, reply, { tally, reading })
      break
    case 'raw':
      takeChunk(reading.readChunk?.(part.rawValue) ?? {}, reply, tally)
      break
    case 'model-call-end':
      reply.finish = { reason: part.finishReason, raw: part.rawFinishReason }
      reply.usage = toUsage(part.usage)
      break
  }
}

function takeChunk(
  { argumentsText, whole, cutReason, misread, isEnded = false }: ChunkReading,
  reply: ProviderReply,
  tally: Tally,
) {
  tally.stray += argumentsText?.length ?? 0
  if (whole) tally.whole.set(whole.id, whole.text)
  if (cutReason && reply.cutReason !== 'filtered') reply.cutReason = cutReason
  reply.misread ??= misread ?? null
  reply.isEnded ||= isEnded
}

function takeCall(
  part: Extract<StreamPart, { type: 'tool-call' }>,
  reply: ProviderReply,
  { tally, reading: { onDelta } }: Taking,
) {
  const { toolCallId: id, toolName: tool, input } = part
  const streamed = tally.open.get(id) ?? ''
  if (!tally.open.has(id)) onDelta({ kind: 'call', id, tool })
  const whole = tally.whole.get(id)
  tally.open.delete(id)
  tally.stray -= streamed.length
  if (part.providerExecuted) reply.misread ??= `It ran ${tool} at the provider, which nobody asked for.`
  if (whole !== undefined && streamed !== '' && whole !== streamed)
    reply.misread ??= 'The arguments of a Call came in two versions.'
  const text = whole ?? (streamed || unstreamed(input))
  const argumentsText = text.trim() ? text : '{}'
  if (streamed === '') onDelta({ kind: 'arguments', id, text: argumentsText })
  reply.calls.push({ id, tool, argumentsText })
}

/** Arguments that came with the Call rather than in pieces. */
const unstreamed = (input: unknown): string =>
  typeof input === 'string' ? input : (JSON.stringify(input) ?? '')

/** The provider's counts as whole numbers; what it did not count is 0. */
function toUsage(usage: LanguageModelUsage): Usage {
  const inputTokens = whole(usage.inputTokens)
  const outputTokens = whole(usage.outputTokens)
  const cacheWriteTokens = whole(usage.inputTokenDetails.cacheWriteTokens)
  return {
    inputTokens,
    outputTokens,
    cachedTokens: whole(usage.inputTokenDetails.cacheReadTokens),
    reasoningTokens: whole(usage.outputTokenDetails.reasoningTokens),
    ...(cacheWriteTokens > 0 ? { cacheWriteTokens } : {}),
    totalTokens: Math.max(whole(usage.totalTokens), inputTokens + outputTokens),
  }
}

const whole = (tokens: number | undefined): number =>
  tokens !== undefined && Number.isFinite(tokens) && tokens > 0 ? Math.round(tokens) : 0

/**
 * Replaces an image or another file that a model generated. The file itself is not stored: it would be in the
 * transcript and go to the model again with every Request.
 */
export function fileMark({ mediaType, base64 }: { mediaType: string; base64: string }): string {
  const type = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mediaType) ? mediaType : 'unknown type'
  const kilobytes = Math.ceil((base64.length * 3) / 4 / 1_000)
  const kind = type.startsWith('image/') ? 'image' : 'file'
  return `[${kind}: ${type}, ${kilobytes.toLocaleString('en-US')} KB, left out]`
}
