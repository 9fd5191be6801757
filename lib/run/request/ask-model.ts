import { instructionsOf } from '@/lib/context/assemble'
import type { ModelAnswer, ModelFailure, ModelMessage } from '@/lib/domain/call/solution'
import type { ModelInfo, Prices } from '@/lib/domain/run/model-info'
import { costOf } from '@/lib/domain/run/spending'
import type { Thinking } from '@/lib/domain/session/session'
import type { ModelDelta } from '@/lib/model/model'
import { findAttachments } from '@/lib/store/call/contents'
import { phrase, type Words } from '@/lib/text/words/phrase'
import type { Deps } from '../process/deps'
import { lacksLevel } from './known-models'
import type { RequestTask, SentRequest } from './request-task'

/** Sends one Request, as it will be recorded. */
export async function askModel(
  deps: Deps,
  {
    task,
    request,
    known,
    messages,
    signal,
    onDelta,
  }: {
    task: RequestTask
    request: SentRequest
    messages: ModelMessage[]
    known: ModelInfo | null
    signal: AbortSignal
    onDelta: (delta: ModelDelta) => void
  },
): Promise<ModelAnswer> {
  const found = deps.models.find(request.model)
  if (found.kind === 'refused') {
    return { kind: 'failure', failure: finalFailure('unknown_model', found.reason) }
  }
  const thinking = task.run.overrides.thinking ?? task.session.thinking
  const failure = whyNotAsked(request, { known, thinking })
  if (failure) return { kind: 'failure', failure }
  const answer = await found.model({
    model: found.name,
    instructions: instructionsOf(request.parts),
    messages,
    pictures: await picturesIn(deps, task.session.id, messages),
    tools: request.tools,
    replySchema: request.replySchema,
    thinking,
    failures: request.failures,
    idleMs: task.run.limits.idleMs,
    cache: { key: task.session.id, isLong: task.session.mode !== 'full' },
    ...(request.purpose === 'cap_summary' ? { toolChoice: 'none' as const } : {}),
    signal,
    onDelta,
    ...(request.purpose === 'compaction' ? { purpose: request.purpose } : {}),
  })
  return priced(answer, known?.prices)
}

async function picturesIn(
  { sql }: Deps,
  sessionId: string,
  messages: ModelMessage[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const images = messages.flatMap(message => (message.role === 'assistant' ? [] : (message.images ?? [])))
  const kept = await findAttachments(sql, sessionId, [...new Set(images.map(({ hash }) => hash))])
  return new Map([...kept].map(([hash, { bytes }]) => [hash, bytes]))
}

/** What no model is asked: what its limit could not be kept for, and a level that it came to lack since it was asked for. */
function whyNotAsked(
  { model, run }: SentRequest,
  { known, thinking }: { known: ModelInfo | null; thinking: Thinking },
): ModelFailure | null {
  if (run.limits.cost !== null && !known?.prices) return unpriced(model)
  const words = lacksLevel({ model, thinking })
  return words && finalFailure('bad_request', words)
}

/** What a Request says of itself beside what it shows the model. */
export function askedBy(
  { session, run }: RequestTask,
  sent: { messages: ModelMessage[] } & Pick<
    SentRequest,
    'parts' | 'tools' | 'briefed' | 'size' | 'replySchema'
  >,
): SentRequest {
  const open = run.openRequest
  if (!open) throw new Error('A request is asked that has not begun.')
  return {
    run,
    number: open.number,
    model: run.overrides.model ?? session.model,
    dialect: session.dialect,
    purpose: open.purpose,
    parts: sent.parts,
    briefed: sent.briefed,
    tools: sent.tools,
    replySchema: sent.replySchema,
    size: sent.size,
    messages: sent.messages.map(message => JSON.stringify(message)),
    // A conversation that was too long is asked about anew, and that answer failed as well.
    failures: open.failures + (open.purpose === 'compaction' ? 0 : run.overflows),
    attempts: open.attempts,
    startedAt: open.startedAt,
    firstTokenAt: null,
  }
}

function priced(answer: ModelAnswer, prices: Prices | undefined): ModelAnswer {
  if (answer.kind === 'failure' || !prices) return answer
  const { solution } = answer
  return {
    ...answer,
    solution: { ...solution, usage: { ...solution.usage, cost: costOf(solution.usage, prices) } },
  }
}

/** A limit that could not be kept is none: nothing is asked of a model whose price nobody knows. */
const unpriced = (model: string): ModelFailure =>
  finalFailure('bad_request', { code: 'failure.unpriced', params: { model } })

const finalFailure = (reason: ModelFailure['reason'], words: Words): ModelFailure => ({
  reason,
  retryable: false,
  message: phrase(words),
  words,
  text: '',
})
