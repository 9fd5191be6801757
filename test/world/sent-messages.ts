import { ModelMessage } from '@/lib/domain/call/solution'
import type { Tx } from '@/lib/store/connection/database'
import { textsOf } from '@/lib/store/record/request-record'

/** What a Request of a session sent, read back from its record: the messages, whole and in order. */
export async function sentMessages(tx: Tx, sessionId: string, number: number): Promise<ModelMessage[]> {
  return known(await sentByNumber(tx, sessionId), number)
}

/** The same of each of its Requests. */
export const allSentMessages = async (tx: Tx, sessionId: string): Promise<ModelMessage[][]> => [
  ...(await sentByNumber(tx, sessionId)).values(),
]

async function sentByNumber(tx: Tx, sessionId: string): Promise<Map<number, ModelMessage[]>> {
  const requests = await tx.request.findMany({
    where: { sessionId },
    select: { number: true, base: true, keep: true, append: true },
    orderBy: { number: 'asc' },
  })
  const hashes = [...new Set(requests.flatMap(({ append }) => append))]
  const texts = await textsOf(tx, sessionId, hashes)
  const stored = new Map([...texts].map(([hash, text]) => [hash, ModelMessage.parse(JSON.parse(text))]))
  const sent = new Map<number, ModelMessage[]>()
  for (const { number, base, keep, append } of requests) {
    const kept = base === null ? [] : known(sent, base).slice(0, keep)
    sent.set(number, [...kept, ...append.map(hash => known(stored, hash))])
  }
  return sent
}

function known<Key, Value>(all: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = all.get(key)
  if (value === undefined) throw new Error(`${key} is not there.`)
  return value
}

/** The instructions that a Request of a session sent. */
export async function sentInstructions(tx: Tx, sessionId: string, number: number): Promise<string> {
  const where = { sessionId_number: { sessionId, number } }
  const { instructions: hash } = await tx.request.findUniqueOrThrow({ where, select: { instructions: true } })
  return (await tx.blob.findUniqueOrThrow({ where: { sessionId_hash: { sessionId, hash } } })).text
}

/** Messages as one line each: `user: …`, `assistant: … (call a, call b)`, `result of a: …`. */
export const spoken = (messages: ModelMessage[]): string[] =>
  messages.map(message => {
    switch (message.role) {
      case 'user':
        return `user: ${message.text}`
      case 'assistant': {
        const calls = message.calls.map(call => `${call.tool} ${call.argumentsText}`).join(', ')
        return `assistant: ${message.text}${calls ? ` (${calls})` : ''}`
      }
      case 'result':
        return `result of ${message.tool}: ${message.text}`
      default:
        return message satisfies never
    }
  })
