import type { RunRow } from '@/lib/domain/run/run'
import { NO_USAGE, type Usage } from '@/lib/domain/run/usage'
import { instructionsOf } from '@/lib/prompt/assemble'
import { runningHash, sha256 } from '@/lib/record/digest'
import { insertBlobs } from '@/lib/store/call/contents'
import { insertRequest } from '@/lib/store/run/request'
import type { Write } from '../write/write'
import type { SentRequest } from './request-task'

/**
 * Keeps exactly what a Request sent and what came back. Only what the last Request had not sent is stored, so that a
 * Request costs the same however long the history is.
 */
export function recordRequest(
  write: Write,
  answered: { request: SentRequest; received: unknown; finishReason: string; usage?: Usage },
): void {
  const { request, received, finishReason, usage } = answered
  const last = write.work.context
  const messages = request.messages.map(blobOf)
  const hashes = messages.map(({ hash }) => hash)
  const same = hashes.slice(0, last?.messages).reduce(runningHash, '') === last?.contextHash ? last : null
  const keep = same?.messages ?? 0
  const instructions = blobOf(instructionsOf(request.parts))
  // One blob: a list of tools, or them with what the reply was held to.
  const { tools: offered, toolsText, replySchema } = request
  const tools = blobOf(replySchema ? JSON.stringify({ tools: offered, replySchema }) : toolsText)
  const added = [instructions, tools].filter(({ hash }) => !last?.beside.includes(hash))
  insertBlobs(write.rows, write.row.id, [...added, ...messages.slice(keep)])
  const context = hashes.slice(keep).reduce(runningHash, same?.contextHash ?? '')
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
    contextHash: context,
    append: hashes.slice(keep),
    received,
    finishReason,
    usage: usage ?? NO_USAGE,
    attempts: request.attempts,
    startedAt: request.startedAt,
    firstTokenAt: request.firstTokenAt,
    endedAt: write.now,
  })
  const beside = [instructions.hash, tools.hash]
  write.work.context = { number: request.number, messages: hashes.length, contextHash: context, beside }
}

const blobOf = (text: string) => ({ hash: sha256(text), text })

/** What the Run's first Request was told is what every later one of it is told. */
export async function storeRunContext(
  write: Write,
  run: RunRow,
  { newRunContext }: SentRequest,
): Promise<RunRow> {
  if (!newRunContext || run.runContext) return run
  const { parts, skills, model } = newRunContext
  await insertBlobs(
    write.rows,
    write.row.id,
    [...parts, ...skills].map(({ hash, text }) => ({ hash, text })),
  )
  const withoutTexts = { parts: parts.map(untold), skills: skills.map(untold) }
  const overrides = model === undefined ? run.overrides : { ...run.overrides, model }
  return { ...run, overrides, runContext: withoutTexts }
}

const untold = <T extends { text: string }>({ text, ...rest }: T): Omit<T, 'text'> => rest
