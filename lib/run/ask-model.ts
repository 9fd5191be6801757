import { instructionsOf } from '@/lib/context/assemble'
import type { ModelInfo } from '@/lib/domain/model-info'
import type { ModelAnswer, ModelMessage } from '@/lib/domain/solution'
import type { ModelDelta } from '@/lib/model/model'
import type { Deps } from './deps'
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
  if (asked.run.limits.cost !== null && !known?.prices)
    return { kind: 'failure', failure: unpriced(asked.model) }
  const answer = await found.model({
    model: found.name,
    instructions: instructionsOf(asked.parts),
    messages: about.messages,
    tools: asked.tools,
    replySchema: asked.replySchema,
    thinking: task.run.overrides.thinking ?? task.session.thinking,
    failures: asked.failures,
    idleMs: task.run.limits.idleMs,
    signal: about.signal,
    onDelta: about.onDelta,
    ...(asked.purpose === 'compaction' ? { purpose: asked.purpose } : {}),
  })
  return priced(answer, known?.prices)
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
