import { instructionsOf } from '@/lib/context/assemble'
import type { Usage } from '@/lib/domain/usage'
import { NO_USAGE } from '@/lib/domain/usage'
import { runningHash, sha256 } from '@/lib/record/digest'
import { insertBlobs } from '@/lib/store/blob'
import { insertRequest } from '@/lib/store/request'
import type { Asked } from './task'
import type { Write } from './write'

/**
 * Keeps exactly what a Request sent and what came back. Of the messages only those that the last Request
 * had not sent are stored, so that a Request costs the same however long the history is.
 */
export async function recordRequest(
  write: Write,
  about: { id: string; asked: Asked; received: unknown; finishReason: string; usage?: Usage },
): Promise<void> {
  const { asked } = about
  const last = (await write.work.now()).context
  const hashes = asked.messages.map(sha256)
  const kept = last && contextHash(hashes.slice(0, last.messages)) === last.contextHash ? last : null
  const keep = kept?.messages ?? 0
  const texts = [instructionsOf(asked.parts), offeredText(asked), ...asked.messages.slice(keep)]
  const blobs = texts.map(text => ({ hash: sha256(text), text }))
  await insertBlobs(write.tx, write.row.id, blobs)
  const [instructions, tools] = blobs
  const context = contextHash(hashes)
  await insertRequest(write.tx, {
    ...{ id: about.id, sessionId: write.row.id, runId: asked.run.id, number: asked.number },
    ...{ model: asked.model, dialect: asked.dialect, purpose: asked.purpose },
    instructions: instructions?.hash ?? '',
    parts: asked.parts.map(({ label, source, text, rawChars }) => ({
      ...{ label, source, chars: text.length, rawChars },
    })),
    tools: tools?.hash ?? '',
    base: kept?.number ?? null,
    keep,
    contextHash: context,
    append: hashes.slice(keep),
    received: about.received,
    finishReason: about.finishReason,
    usage: about.usage ?? NO_USAGE,
    attempts: asked.attempts,
    ...{ startedAt: asked.startedAt, firstTokenAt: asked.firstTokenAt, endedAt: write.now },
  })
  write.work.sent({ number: asked.number, messages: hashes.length, contextHash: context })
}

/** One blob: a list of tools, or them with what the reply was held to. */
const offeredText = ({ tools, replySchema }: Asked): string =>
  JSON.stringify(replySchema ? { tools, replySchema } : tools)

const contextHash = (hashes: string[]): string => hashes.reduce(runningHash, '')
