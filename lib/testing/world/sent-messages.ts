import * as z from 'zod'
import { ModelMessage } from '@/lib/domain/call/solution'
import type { Tx } from '@/lib/store/connection/database'

/** What a Request of a session sent, read back from its record: the messages, whole and in order. */
export async function sentMessages(tx: Tx, sessionId: string, number: number): Promise<ModelMessage[]> {
  const texts = await sentTexts(tx, sessionId, number)
  return texts.map(text => ModelMessage.parse(JSON.parse(text)))
}

async function sentTexts(tx: Tx, sessionId: string, number: number): Promise<string[]> {
  const record = await tx.request.findUniqueOrThrow({
    where: { sessionId_number: { sessionId, number } },
    select: { base: true, keep: true, append: true },
  })
  const kept = record.base === null ? [] : await sentTexts(tx, sessionId, record.base)
  const blobs = await tx.blob.findMany({ where: { sessionId, hash: { in: record.append } } })
  const texts = new Map(blobs.map(blob => [blob.hash, blob.text]))
  return [...kept.slice(0, record.keep), ...record.append.map(hash => z.string().parse(texts.get(hash)))]
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
