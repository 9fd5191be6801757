import { instructions } from '@/lib/context/instructions'
import { pairResults } from '@/lib/context/pair-results'
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
  const { messages } = pairResults(await modelMessages(deps.db, task.session.id))
  const asked = askedBy(deps, task, messages)
  const { number, attempts: attempt } = asked
  const draft = new Draft(deps, { sessionId: task.session.id, runId: task.run.id, number, attempt })
  const asking = ask(deps, { task, asked, messages, signal, onDelta: draft.add })
  const answer = await asking.finally(() => draft.close())
  asked.firstTokenAt = draft.firstTokenAt
  if (answer.kind === 'failure') return { kind: 'failed', asked, failure: answer.failure }
  const { solution, dropped } = usable(writable(withUniqueIds(answer.solution, deps.newId)), asked)
  const ids = draft.idsOf(answer.solution.calls)
  const proposals = await propose(deps, placeOf(task.session), { calls: solution.calls, ids })
  return { kind: 'answered', asked, solution, dropped, proposals }
}

function askedBy(deps: Deps, task: TaskOf<'request'>, messages: ModelMessage[]): Asked {
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
    instructions: instructions({ persona: session.persona, purpose: open.purpose }),
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
    instructions: asked.instructions,
    messages: about.messages,
    tools: asked.tools,
    thinking: task.run.overrides.thinking ?? task.session.thinking,
    failures: asked.failures,
    idleMs: task.run.limits.idleMs,
    signal: about.signal,
    onDelta: about.onDelta,
  })
}
