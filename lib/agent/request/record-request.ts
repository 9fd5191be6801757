import type { ModelMessage } from '@/lib/domain/call/solution'
import type { RunRow } from '@/lib/domain/run/run'
import { NO_USAGE, type Usage } from '@/lib/domain/run/usage'
import { instructionsOf } from '@/lib/prompt/assemble'
import { runningHash, sha256 } from '@/lib/record/digest'
import { type Blob, insertBlobs } from '@/lib/store/call/contents'
import { insertRequest } from '@/lib/store/run/request'
import type { Write } from '../write/write'
import type { SentRequest } from './request-task'

/**
 * Keeps exactly what a Request sent and what came back. Of the messages only those that the last Request
 * had not sent are stored, so that a Request costs the same however long the history is.
 */
export function recordRequest(
  write: Write,
  answered: { request: SentRequest; received: unknown; finishReason: string; usage?: Usage },
): void {
  const { request, received, finishReason, usage } = answered
  const last = write.work.context
  const hashes = request.messages.map(({ hash }) => hash)
  const same = hashes.slice(0, last?.messages).reduce(runningHash, '') === last?.contextHash ? last : null
  const keep = same?.messages ?? 0
  const instructions = blobOf(instructionsOf(request.parts))
  // One blob: a list of tools by their definitions, or them with what the reply was held to.
  const { replySchema } = request
  const offered = request.tools.map(({ definitionHash }) => definitionHash)
  const tools = blobOf(JSON.stringify(replySchema ? { tools: offered, replySchema } : offered))
  const changed = [instructions, tools].filter(
    ({ hash }) => hash !== last?.instructions && hash !== last?.tools,
  )
  const added = request.messages.slice(keep).filter(({ hash }) => !request.entryHashes.has(hash))
  insertBlobs(write.rows, write.row.id, [...changed, ...added])
  const contextHash = hashes.slice(keep).reduce(runningHash, same?.contextHash ?? '')
  insertRequest(write.rows, {
    id: write.newId(),
    sessionId: write.row.id,
    runId: request.run.id,
    number: request.number,
    model: request.model,
    dialect: request.dialect,
    purpose: request.purpose,
    instructions: instructions.hash,
    parts: request.parts.map(({ label, source, text, rawChars }) => ({
      label,
      source,
      chars: text.length,
      rawChars,
    })),
    tools: tools.hash,
    base: same?.number ?? null,
    keep,
    contextHash,
    append: hashes.slice(keep),
    received,
    finishReason,
    usage: usage ?? NO_USAGE,
    attempts: request.attempts,
    startedAt: request.startedAt,
    firstTokenAt: request.firstTokenAt,
    endedAt: write.now,
  })
  write.work.context = {
    number: request.number,
    messages: hashes.length,
    contextHash,
    instructions: instructions.hash,
    tools: tools.hash,
  }
}

const blobOf = (text: string): Blob => ({ hash: sha256(text), text })

const messageBlobs = new WeakMap<ModelMessage, Blob>()

/** A message as the record keeps it. One of a history that is kept in memory is written once. */
export function messageBlob(message: ModelMessage): Blob {
  const blob = messageBlobs.get(message) ?? blobOf(JSON.stringify(message))
  messageBlobs.set(message, blob)
  return blob
}

/** What the Run's first Request was told is what every later one of it is told. */
export function storeRunContext(write: Write, run: RunRow, { newRunContext }: SentRequest): RunRow {
  if (!newRunContext || run.runContext) return run
  const { parts, skills, model } = newRunContext
  const blobs = [...parts, ...skills].map(({ hash, text }) => ({ hash, text }))
  insertBlobs(write.rows, write.row.id, blobs)
  const withoutTexts = { parts: parts.map(untold), skills: skills.map(untold) }
  const overrides = model === undefined ? run.overrides : { ...run.overrides, model }
  return { ...run, overrides, runContext: withoutTexts }
}

const untold = <T extends { text: string }>({ text, ...rest }: T): Omit<T, 'text'> => rest
