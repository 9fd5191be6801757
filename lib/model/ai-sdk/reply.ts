import type { FinishReason, LanguageModelStreamPart } from 'ai'
import type { ProposedCall } from '@/lib/domain/solution'
import { NO_USAGE, type Usage } from '@/lib/domain/usage'
import type { ModelRequest } from '../model'
import { fileMark } from './left-out-file'
import { toUsage } from './usage'

/** What came out of one stream. With an `error` it is void, whatever else arrived after it. */
export type Reply = {
  text: string
  reasoning: string
  calls: ProposedCall[]
  /** Why it is no whole answer, whatever the SDK makes of the end of the stream. */
  cut: 'length' | 'filtered' | null
  /** What speaks against taking the reply as it was read, though it came without an error. */
  misread: string | null
  finish: { reason: FinishReason; raw: string | undefined } | null
  usage: Usage
  error?: unknown
}

/** What stands in a raw chunk of a stream and that the SDK may lose or misread. */
export type Heard = {
  /** A piece of argument text: all of them together must be those that the Calls got. */
  argumentsText?: string
  /** The whole argument text of a Call, where the wire repeats it at the end of the Call. */
  whole?: { id: string; text: string }
  cut?: Reply['cut']
  misread?: string
}

type Reading = {
  /** Ends it at once, also where nothing comes any more. */
  signal: AbortSignal
  onPart: () => void
  onDelta: ModelRequest['onDelta']
  heard: ((chunk: unknown) => Heard) | undefined
  ignores: ((error: unknown) => boolean) | undefined
}

/** Reads a stream to its end, which also comes with an abort, or to its first error. */
export async function readReply(parts: AsyncIterable<Part>, reading: Reading): Promise<Reply> {
  const reply: Reply = {
    ...{ text: '', reasoning: '', calls: [], cut: null, misread: null, finish: null },
    usage: NO_USAGE,
  }
  const tally: Tally = { open: new Map(), whole: new Map(), stray: 0 }
  const iterator = parts[Symbol.asyncIterator]()
  const aborted = abortOf(reading.signal)
  for (;;) {
    const pulled = await Promise.race([pull(iterator), aborted])
    if (pulled.kind === 'end') return { ...reply, misread: reply.misread ?? leftOver(tally, reading) }
    if (pulled.kind === 'error') return { ...reply, error: pulled.error }
    reading.onPart()
    const { part } = pulled
    if (part.type !== 'error') take(part, reply, { tally, reading })
    else if (!reading.ignores?.(part.error)) return { ...reply, error: part.error }
  }
}

export type Part = LanguageModelStreamPart
type Pulled = { kind: 'part'; part: Part } | { kind: 'error'; error: unknown } | { kind: 'end' }

const pull = (iterator: AsyncIterator<Part>): Promise<Pulled> =>
  iterator.next().then(
    (next): Pulled => (next.done ? { kind: 'end' } : { kind: 'part', part: next.value }),
    (error: unknown): Pulled => ({ kind: 'error', error }),
  )

const abortOf = (signal: AbortSignal): Promise<Pulled> =>
  new Promise(resolve => {
    const end = () => resolve({ kind: 'end' })
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

/** By id: the text so far of Calls that have begun, the whole text where it was told. `stray`: text of no Call. */
type Tally = { open: Map<string, string>; whole: Map<string, string>; stray: number }

function leftOver({ open, stray }: Tally, { heard }: Reading): string | null {
  if (open.size > 0) return 'A Call began and never ended.'
  return heard && stray !== 0 ? 'Arguments came that belong to no Call.' : null
}

type Taking = { tally: Tally; reading: Reading }

function take(part: Part, reply: Reply, { tally, reading }: Taking) {
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
      takeHeard(reading.heard?.(part.rawValue) ?? {}, reply, tally)
      break
    case 'model-call-end':
      reply.finish = { reason: part.finishReason, raw: part.rawFinishReason }
      reply.usage = toUsage(part.usage)
      break
  }
}

function takeHeard({ argumentsText, whole, cut, misread }: Heard, reply: Reply, tally: Tally) {
  tally.stray += argumentsText?.length ?? 0
  if (whole) tally.whole.set(whole.id, whole.text)
  if (cut && reply.cut !== 'filtered') reply.cut = cut
  reply.misread ??= misread ?? null
}

function takeCall(
  part: Extract<Part, { type: 'tool-call' }>,
  reply: Reply,
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

/** Arguments that came with the Call and not in pieces. */
const unstreamed = (input: unknown): string =>
  typeof input === 'string' ? input : (JSON.stringify(input) ?? '')
