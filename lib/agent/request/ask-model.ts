import type { ModelAnswer, ModelFailure, ModelMessage } from '@/lib/domain/call/solution'
import type { ProviderTimeouts } from '@/lib/domain/contract/provider-operations'
import type { ModelInfo } from '@/lib/domain/run/model-info'
import { costOf } from '@/lib/domain/run/spending'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { ACCOUNTS } from '@/lib/models/accounts'
import type { ModelDelta } from '@/lib/models/model'
import { instructionsOf } from '@/lib/prompt/assemble'
import { findAttachments } from '@/lib/store/call/contents'
import type { Deps } from '../process/deps'
import { lacksLevel } from './known-models'
import { messageBlob } from './record-request'
import type { RequestTask, SentRequest } from './request-task'

/** The id of a model's provider, under which its timeouts are set. */
export function providerOf({ models }: Pick<Deps, 'models'>, model: string): string | undefined {
  const configured = models.find(model)
  if (configured.kind === 'refused') return undefined
  return ACCOUNTS.find(({ kinds }) => kinds.some(({ name }) => name === configured.provider.name))?.id
}

/** A failure that asking again would not mend. */
export const finalFailure = (reason: ModelFailure['reason'], codedText: CodedText): ModelFailure => ({
  reason,
  retryable: false,
  message: phrase(codedText),
  codedText,
  text: '',
})

/** What is sent, and what is known of where it goes. */
export type Sending = {
  task: RequestTask
  request: SentRequest
  messages: ModelMessage[]
  modelInfo: ModelInfo | null
  timeouts: ProviderTimeouts
  signal: AbortSignal
}

/** Sends one Request, as it will be recorded. */
export async function askModel(
  deps: Deps,
  sending: Sending & { onDelta: (delta: ModelDelta) => void },
): Promise<ModelAnswer> {
  const { task, request, modelInfo, messages, signal, onDelta } = sending
  const refused = (reason: ModelFailure['reason'], codedText: CodedText): ModelAnswer => ({
    kind: 'failure',
    failure: finalFailure(reason, codedText),
  })
  const { model, purpose } = request
  const configured = deps.models.find(model)
  if (configured.kind === 'refused') return refused('unknown_model', configured.reason)
  // A limit that could not be kept is none: nothing is asked of a model whose price nobody knows.
  const prices = modelInfo?.prices
  if (task.run.limits.cost !== null && !prices) {
    return refused('bad_request', { code: 'failure.unpriced', params: { model } })
  }
  // It may have come to lack a level since that was asked for.
  const thinking = task.run.overrides.thinking ?? task.session.thinking
  const noLevel = lacksLevel({ model, thinking })
  if (noLevel !== null) return refused('bad_request', noLevel)
  const images = messages.flatMap(message => (message.role === 'assistant' ? [] : (message.images ?? [])))
  const attachments = await findAttachments(deps.sql, task.session.id, [
    ...new Set(images.map(({ hash }) => hash)),
  ])
  const { connectSeconds, silenceSeconds = 0 } = sending.timeouts
  const answer = await configured.model({
    model: configured.name,
    instructions: instructionsOf(request.parts),
    messages,
    pictures: new Map([...attachments].map(([hash, { bytes }]) => [hash, bytes])),
    tools: request.tools,
    replySchema: request.replySchema,
    thinking,
    failures: request.failures,
    idleMs: Math.max(task.run.limits.idleMs, silenceSeconds * 1000),
    connectMs: connectSeconds && connectSeconds * 1000,
    cache: { key: task.session.id, isLong: task.session.mode !== 'full' },
    toolChoice: purpose === 'cap_summary' ? 'none' : undefined,
    signal,
    onDelta: delta => {
      if (delta.kind === 'call' || /\S/.test(delta.text)) deps.renewals.progressed(task.session.id)
      onDelta(delta)
    },
    purpose: purpose === 'compaction' ? purpose : undefined,
  })
  if (answer.kind === 'failure' || !prices) return answer
  const { solution } = answer
  const usage = { ...solution.usage, cost: costOf(solution.usage, prices) }
  return { ...answer, solution: { ...solution, usage } }
}

/** What a Request says of itself beside what it shows the model. */
export function askedBy(
  { session, run }: RequestTask,
  sent: { messages: ModelMessage[] } & Pick<
    SentRequest,
    'parts' | 'tools' | 'newRunContext' | 'size' | 'replySchema'
  > &
    Partial<Pick<SentRequest, 'hookRuns' | 'entryHashes'>>,
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
    newRunContext: sent.newRunContext,
    tools: sent.tools,
    replySchema: sent.replySchema,
    size: sent.size,
    messages: sent.messages.map(messageBlob),
    entryHashes: sent.entryHashes ?? new Set(),
    // A conversation that was too long is asked about anew, and that answer failed as well.
    failures: open.failures + (open.purpose === 'compaction' ? 0 : run.overflows),
    attempts: open.attempts,
    startedAt: open.startedAt,
    hookRuns: sent.hookRuns ?? [],
    firstTokenAt: null,
  }
}
