import type { FinishReason, TextStreamPart, ToolSet } from 'ai'
import type { ProposedCall } from '@/lib/domain/solution'
import { NO_USAGE, type Usage } from '@/lib/domain/usage'
import type { ModelRequest } from '../model'
import { toUsage } from './usage'

/** What came out of one stream. With an `error` it is void, whatever else arrived after it. */
export type Reply = {
  text: string
  reasoning: string
  calls: ProposedCall[]
  /** Argument text that no Call got: the pieces could not be told apart. */
  strayArguments: number
  finish: { reason: FinishReason; raw: string | undefined } | null
  usage: Usage
  error?: unknown
}

type Reading = {
  onPart: () => void
  onDelta: ModelRequest['onDelta']
  argumentsIn: ((chunk: unknown) => string) | undefined
}

/** Reads a stream to its end, which also comes with an abort, or to its first error. */
export async function readReply(parts: AsyncIterable<Part>, reading: Reading): Promise<Reply> {
  const reply: Reply = {
    text: '',
    reasoning: '',
    calls: [],
    strayArguments: 0,
    finish: null,
    usage: NO_USAGE,
  }
  const written = new Map<string, string>()
  const iterator = parts[Symbol.asyncIterator]()
  for (;;) {
    const pulled = await pull(iterator)
    if (pulled.kind === 'end') return reply
    if (pulled.kind === 'error')
      return drownedInCopying(reply, pulled.error) ? reply : { ...reply, error: pulled.error }
    reading.onPart()
    if (pulled.part.type === 'error') return { ...reply, error: pulled.part.error }
    take(pulled.part, reply, { written, reading })
  }
}

/** Copying a finished reply for itself, the SDK runs out of stack over arguments that nest deep. All of it is read. */
const drownedInCopying = (reply: Reply, error: unknown): boolean =>
  reply.finish !== null && error instanceof RangeError

type Part = TextStreamPart<ToolSet>
type Pulled = { kind: 'part'; part: Part } | { kind: 'error'; error: unknown } | { kind: 'end' }

const pull = (iterator: AsyncIterator<Part>): Promise<Pulled> =>
  iterator.next().then(
    (next): Pulled => (next.done ? { kind: 'end' } : { kind: 'part', part: next.value }),
    (error: unknown): Pulled => ({ kind: 'error', error }),
  )

function take(
  part: Part,
  reply: Reply,
  { written, reading }: { written: Map<string, string>; reading: Reading },
) {
  switch (part.type) {
    case 'text-delta':
      reply.text += part.text
      reading.onDelta({ kind: 'text', text: part.text })
      break
    case 'reasoning-delta':
      reply.reasoning += part.text
      reading.onDelta({ kind: 'reasoning', text: part.text })
      break
    case 'tool-input-start':
      written.set(part.id, '')
      break
    case 'tool-input-delta':
      written.set(part.id, (written.get(part.id) ?? '') + part.delta)
      break
    case 'tool-call': {
      const text = written.get(part.toolCallId) ?? JSON.stringify(part.input)
      reply.strayArguments -= text.length
      reply.calls.push({ id: part.toolCallId, tool: part.toolName, argumentsText: text.trim() ? text : '{}' })
      break
    }
    case 'raw':
      reply.strayArguments += reading.argumentsIn?.(part.rawValue).length ?? 0
      break
    case 'finish-step':
      reply.finish = { reason: part.finishReason, raw: part.rawFinishReason }
      reply.usage = toUsage(part.usage)
      break
  }
}
