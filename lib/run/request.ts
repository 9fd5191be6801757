import { assemble, type Context, instructionsOf } from '@/lib/context/assemble'
import type { ModelAnswer, ModelMessage } from '@/lib/domain/solution'
import type { ModelDelta } from '@/lib/model/model'
import { modelMessages } from '@/lib/store/entry'
import { mindOf } from '@/lib/store/mind'
import type { SessionRow } from '@/lib/store/session'
import { brief } from './brief'
import type { Deps } from './deps'
import { Draft } from './draft'
import { formOf } from './form-of'
import { Hearing } from './hearing'
import { maskedAnswer } from './masked-answer'
import { isOffered, placeOf } from './place'
import { propose, usable, withUniqueIds, writable } from './propose'
import type { Asked, Happening, TaskOf } from './task'

/** Asks the model once, masks what it says, and looks at the Calls it proposes. None of that is written here. */
export async function request(deps: Deps, task: TaskOf<'request'>, signal: AbortSignal): Promise<Happening> {
  const { run, session } = task
  const purpose = run.openRequest?.purpose ?? 'loop'
  const { persona, mode } = session
  const [mind, history, { parts: briefing, briefed }] = await Promise.all([
    mindOf(deps.db, session.id),
    modelMessages(deps.db, session.id),
    brief(deps, task),
  ])
  const tools = offeredTo(deps, session)
  const offered = purpose === 'loop' ? tools : []
  const form = formOf(session.dialect, tools)
  const protocol = form.calls === 'text' && purpose === 'loop' ? form.dialect.instructions(offered) : null
  const context = assemble({ persona, mode, purpose, briefing, history, protocol, form, ...mind })
  const { messages } = context
  const sent = { ...context, briefed, tools: form.calls === 'text' ? [] : offered }
  const asked = askedBy(task, sent)
  const { number, attempts: attempt } = asked
  const draft = new Draft(deps, { sessionId: session.id, runId: run.id, number, attempt })
  const hearing = new Hearing({
    ...{ dialect: session.dialect, offered, isOff: purpose !== 'loop' },
    ...{ newId: deps.newId, onDelta: draft.add },
  })
  const asking = ask(deps, { task, asked, messages, signal, onDelta: hearing.add })
  const answer = await asking
    .then(given => maskedAnswer(deps, session.id, given))
    .then(hearing.end)
    .then(heard => maskedAnswer(deps, session.id, heard))
    .finally(() => draft.close())
  asked.firstTokenAt = draft.firstTokenAt
  if (answer.kind === 'failure') return { ...answer, kind: 'failed', asked }
  const { issues, observation } = answer
  const { solution, dropped } = usable(writable(withUniqueIds(answer.solution, deps.newId)), offered)
  const ids = draft.idsOf(answer.solution.calls)
  const proposals = await propose(deps, placeOf(session), { calls: solution.calls, ids })
  return { kind: 'answered', asked, solution, issues, observation, dropped, proposals }
}

type SentTool = Asked['tools'][number]

const offeredTo = (deps: Deps, session: SessionRow): SentTool[] =>
  deps.tools
    .list()
    .filter(tool => tool.enabled && isOffered(session, tool))
    .map(({ name, description, schema }) => ({ name, description, schema }))

function askedBy(
  { session, run }: TaskOf<'request'>,
  { parts, messages, tools, briefed }: Context & Pick<Asked, 'tools' | 'briefed'>,
): Asked {
  const open = run.openRequest
  if (!open) throw new Error('A request is asked that has not begun.')
  return {
    run,
    number: open.number,
    model: run.overrides.model ?? session.model,
    dialect: session.dialect,
    purpose: open.purpose,
    parts,
    briefed,
    tools,
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
