import { assemble, type Context, instructionsOf } from '@/lib/context/assemble'
import type { ModelAnswer, ModelMessage } from '@/lib/domain/solution'
import type { ModelDelta } from '@/lib/model/model'
import { modelMessages } from '@/lib/store/entry'
import type { Deps } from './deps'
import { Draft } from './draft'
import { isOffered, placeOf } from './place'
import { propose, usable, withUniqueIds, writable } from './propose'
import type { Asked, Happening, TaskOf } from './task'

/** Asks the model once, and looks at the Calls it proposes. Nothing is written here. */
export async function request(deps: Deps, task: TaskOf<'request'>, signal: AbortSignal): Promise<Happening> {
  const { run, session } = task
  const purpose = run.openRequest?.purpose ?? 'loop'
  const history = await modelMessages(deps.db, session.id)
  const context = assemble({ persona: session.persona, purpose, history })
  const { messages } = context
  const asked = askedBy(deps, task, context)
  const { number, attempts: attempt } = asked
  const draft = new Draft(deps, { sessionId: session.id, runId: run.id, number, attempt })
  const asking = ask(deps, { task, asked, messages, signal, onDelta: draft.add })
  const answer = await asking.finally(() => draft.close())
  asked.firstTokenAt = draft.firstTokenAt
  if (answer.kind === 'failure') return { kind: 'failed', asked, failure: answer.failure }
  const { solution, dropped } = usable(writable(withUniqueIds(answer.solution, deps.newId)), asked)
  const ids = draft.idsOf(answer.solution.calls)
  const proposals = await propose(deps, placeOf(session), { calls: solution.calls, ids })
  return { kind: 'answered', asked, solution, dropped, proposals }
}

function askedBy(deps: Deps, task: TaskOf<'request'>, { parts, messages }: Context): Asked {
  const { session, run } = task
  const open = run.openRequest
  if (!open) throw new Error('A request is asked that has not begun.')
  const offered = deps.tools.list().filter(tool => tool.enabled && isOffered(session.tools, tool))
  return {
    run,
    number: open.number,
    model: run.overrides.model ?? session.model,
    dialect: 'native',
    purpose: open.purpose,
    parts,
    tools:
      open.purpose === 'loop'
        ? offered.map(({ name, description, schema }) => ({ name, description, schema }))
        : [],
    messages: messages.map(message => JSON.stringify(message)),
    failures: open.failures,
    attempts: open.attempts,
    startedAt: open.startedAt,
    firstTokenAt: null,
  }
}

async function ask(
  deps: Deps,
  about: {
    task: TaskOf<'request'>
    asked: Asked
    messages: ModelMessage[]
    signal: AbortSignal
    onDelta: (delta: ModelDelta) => void
  },
): Promise<ModelAnswer> {
  const { task, asked } = about
  const found = deps.models.find(asked.model)
  if (found.kind === 'refused') {
    const failure = { reason: 'unknown_model' as const, retryable: false, message: found.reason, text: '' }
    return { kind: 'failure', failure }
  }
  return found.model({
    model: found.name,
    instructions: instructionsOf(asked.parts),
    messages: about.messages,
    tools: asked.tools,
    thinking: task.run.overrides.thinking ?? task.session.thinking,
    failures: asked.failures,
    idleMs: task.run.limits.idleMs,
    signal: about.signal,
    onDelta: about.onDelta,
  })
}
