import { assemble } from '@/lib/context/assemble'
import type { ModelInfo } from '@/lib/domain/model-info'
import type { ModelMessage } from '@/lib/domain/solution'
import { requestMaterial } from '@/lib/store/request-material'
import type { SessionRow } from '@/lib/store/session'
import { askedBy, askModel } from './ask-model'
import { brief, toldIn } from './brief'
import type { Deps } from './deps'
import { Draft } from './draft'
import { formOf } from './form-of'
import { Hearing } from './hearing'
import { HeldSilence } from './held-silence'
import { modelWith } from './known-models'
import { maskedAnswer } from './masked-answer'
import { measured, whyOver } from './measured'
import { isOffered, placeOf } from './place'
import { propose, usable, withUniqueIds, writable } from './propose'
import { summarise } from './summarise'
import type { Asked, Happening, TaskOf } from './task'

/** Asks the model once, masks what it says, and looks at the Calls it proposes. None of that is written here. */
export async function request(deps: Deps, task: TaskOf<'request'>, signal: AbortSignal): Promise<Happening> {
  const { run, session } = task
  const purpose = run.openRequest?.purpose ?? 'loop'
  if (purpose === 'compaction') return summarise(deps, task, signal)
  const { persona, mode } = session
  const model = run.overrides.model ?? session.model
  const stored = { sessionId: session.id, model, hashes: toldIn(run) }
  const { mind, history: found, setting, texts } = await requestMaterial(deps.db, stored)
  const { parts: briefing, briefed } = await brief(deps, { run, session, texts })
  const known = modelWith(deps, model, setting)
  const history = found.messages.map(({ message }) => message)
  const tools = offeredTo(deps, session)
  const offered = purpose === 'loop' ? tools : []
  const form = formOf(session.dialect, tools)
  const protocol = form.calls === 'text' && purpose === 'loop' ? form.dialect.instructions(offered) : null
  const context = assemble({ persona, mode, purpose, briefing, history, protocol, form, ...mind })
  const { messages } = context
  const sent = { ...context, briefed, tools: form.calls === 'text' ? [] : offered }
  const size = measured(history, sent)
  const why = await whyOver(deps, task, { size, history: found, window: known?.contextWindow })
  const replySchema = protocol === null ? undefined : replySchemaOf(deps, form, model)
  const asked = askedBy(task, { ...sent, size, replySchema })
  if (why) return { kind: 'over_budget', runId: run.id, number: asked.number, why }
  return answerTo(deps, { task, asked, messages, known, offered, signal })
}

type Sending = {
  task: TaskOf<'request'>
  asked: Asked
  messages: ModelMessage[]
  known: ModelInfo | null
  offered: SentTool[]
  signal: AbortSignal
}

/** Sends it, tells whoever watches what comes, and reads the answer. */
async function answerTo(deps: Deps, sending: Sending): Promise<Happening> {
  const { task, asked, offered } = sending
  const { session, run } = task
  const { number, attempts: attempt, purpose } = asked
  const { id: sessionId, blocks } = session
  const draft = new Draft(deps, { sessionId, runId: run.id, number, attempt, blocks })
  const silence = new HeldSilence(draft.add)
  const hearing = new Hearing({
    ...{ dialect: session.dialect, offered, isOff: purpose !== 'loop' },
    ...{ newId: deps.newId, onDelta: silence.add },
  })
  const asking = askModel(deps, { ...sending, onDelta: hearing.add })
  const answer = await asking
    .then(given => maskedAnswer(deps, session.id, given))
    .then(hearing.end)
    .then(heard => maskedAnswer(deps, session.id, heard))
    .finally(() => {
      silence.end()
      draft.close()
    })
  asked.firstTokenAt = draft.firstTokenAt
  if (answer.kind === 'failure') return { ...answer, kind: 'failed', asked }
  const { issues, observation } = answer
  const { solution, dropped } = usable(writable(withUniqueIds(answer.solution, deps.newId)), offered)
  const ids = draft.idsOf(answer.solution.calls)
  const proposals = await propose(deps, placeOf(session), { calls: solution.calls, ids })
  return { kind: 'answered', asked, solution, issues, observation, dropped, proposals }
}

/** What the reply is held to, where its dialect says it and its provider can. */
function replySchemaOf({ models }: Deps, form: ReturnType<typeof formOf>, id: string) {
  const found = models.find(id)
  const isTaken = found.kind === 'found' && found.provider.takesReplySchema(found.name)
  return isTaken && form.calls === 'text' ? form.dialect.replySchema : undefined
}

type SentTool = Asked['tools'][number]

const offeredTo = (deps: Deps, session: SessionRow): SentTool[] =>
  deps.tools
    .list()
    .filter(tool => tool.enabled && isOffered(session, tool))
    .map(({ name, description, schema }) => ({ name, description, schema }))
