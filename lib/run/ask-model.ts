import { instructionsOf } from '@/lib/context/assemble'
import type { ModelInfo } from '@/lib/domain/model-info'
import type { Thinking } from '@/lib/domain/session'
import type { ModelAnswer, ModelFailure, ModelMessage } from '@/lib/domain/solution'
import type { ModelDelta } from '@/lib/model/model'
import type { Deps } from './deps'
import { lacksLevel } from './lacks-level'
import { priced, unpriced } from './priced'
import type { Asked, TaskOf } from './task'

/** Sends one Request, as it will be recorded. */
export async function askModel(
  deps: Deps,
  about: {
    task: TaskOf<'request'>
    asked: Asked
    messages: ModelMessage[]
    known: ModelInfo | null
    signal: AbortSignal
    onDelta: (delta: ModelDelta) => void
  },
): Promise<ModelAnswer> {
  const { task, asked, known } = about
  const found = deps.models.find(asked.model)
  if (found.kind === 'refused') {
    const failure = { reason: 'unknown_model' as const, retryable: false, message: found.reason, text: '' }
    return { kind: 'failure', failure }
  }
  const thinking = task.run.overrides.thinking ?? task.session.thinking
  const failure = whyNotAsked(asked, { known, thinking })
  if (failure) return { kind: 'failure', failure }
  const answer = await found.model({
    model: found.name,
    instructions: instructionsOf(asked.parts),
    messages: about.messages,
    tools: asked.tools,
    replySchema: asked.replySchema,
    thinking,
    failures: asked.failures,
    idleMs: task.run.limits.idleMs,
    signal: about.signal,
    onDelta: about.onDelta,
    ...(asked.purpose === 'compaction' ? { purpose: asked.purpose } : {}),
  })
  return priced(answer, known?.prices)
}

/** What no model is asked: what its limit could not be kept for, and a level that it came to lack since it was asked for. */
function whyNotAsked(
  { model, run }: Asked,
  { known, thinking }: { known: ModelInfo | null; thinking: Thinking },
): ModelFailure | null {
  if (run.limits.cost !== null && !known?.prices) return unpriced(model)
  const message = lacksLevel({ model, thinking })
  return message === null ? null : { reason: 'bad_request', retryable: false, message, text: '' }
}

/** What a Request says of itself beside what it shows the model. */
export function askedBy(
  { session, run }: TaskOf<'request'>,
  sent: { messages: ModelMessage[] } & Pick<Asked, 'parts' | 'tools' | 'briefed' | 'size' | 'replySchema'>,
): Asked {
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
