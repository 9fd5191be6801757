import type { ModelMessage } from '@/lib/domain/call/solution'
import type { ModelDelta } from '@/lib/models/model'
import {
  assemble,
  ownParts,
  PROJECT_FILE,
  type PromptPart,
  projectFilePart,
  skillsPart,
} from '@/lib/prompt/assemble'
import { withoutPictures } from '@/lib/prompt/without-pictures'
import { sha256 } from '@/lib/record/digest'
import type { StoredHistory } from '@/lib/store/run/compaction'
import { requestMaterial } from '@/lib/store/run/request'
import { isSilentReply, SilentBeginning } from '@/lib/text/silent-reply'
import { utf8Text } from '@/lib/tools/files/text-content'
import { takeSnapshot } from '@/lib/tools/workspace/snapshot'
import { filePath } from '@/lib/tools/workspace/workspace-path'
import { choiceFilter, scopeOf } from '../calls/call-scope'
import { propose, usable, withUniqueIds, writable } from '../calls/store-calls'
import type { Deps } from '../process/deps'
import { mask } from '../write/mask'
import { askedBy, askModel, providerOf, type Sending } from './ask-model'
import { contextSize, whyOver } from './context-size'
import { ReplyDraft } from './draft'
import { modelWith } from './known-models'
import { maskedAnswer } from './masked-answer'
import { historyFormat, ReplyReader } from './reply-reader'
import { RequestHooks } from './request-hooks'
import type { NewRunContext, RequestOutcome, RequestTask, SentRequest } from './request-task'
import { skillsFor } from './skill-list'

/** Asks the model once, masks what it says, and looks at the Calls it proposes. None of that is written here. */
export async function request(deps: Deps, before: RequestTask, signal: AbortSignal): Promise<RequestOutcome> {
  const hooks = new RequestHooks(deps, { ...before, signal })
  const answers = before.run.runContext ? [] : await hooks.ask('before_model_resolve')
  const choice = answers.find(answer => answer.model !== undefined)?.model
  const overrides = choice === undefined ? before.run.overrides : { ...before.run.overrides, model: choice }
  const task = { ...before, run: { ...before.run, overrides } }
  const { run, session } = task
  const model = run.overrides.model ?? session.model
  const hashes = run.runContext?.parts.map(({ hash }) => hash) ?? []
  const recent = deps.recentHistories.get(session.id)
  const stored = { sessionId: session.id, model, provider: providerOf(deps, model), hashes, recent }
  const [material, workspaceFiles] = await Promise.all([
    requestMaterial(deps.sql, stored),
    run.runContext ? null : readWorkspaceFiles(deps, session.workspace, hooks.task.hooks),
  ])
  const { history: storedHistory, setting, texts, timeouts } = material
  const modelInfo = modelWith(deps, model, setting)
  const shownHistory: StoredHistory = modelInfo?.images
    ? storedHistory
    : {
        ...storedHistory,
        messages: storedHistory.messages.map(item => ({ ...item, message: withoutPictures(item.message) })),
      }
  const conversation = shownHistory.messages.map(({ message }) => message)
  const runInputs = { run, session, texts, hooks, conversation, workspaceFiles }
  const { parts, newRunContext } = await runContext(deps, runInputs)
  const { number = 0, purpose } = run.openRequest ?? {}
  const reply = newRunContext && purpose === 'loop' ? await hooks.reply(conversation) : undefined
  if (reply) return { kind: 'hook_reply', runId: run.id, number, ...reply, hookRuns: hooks.runs }
  await hooks.ask('turn_start', { number })
  const history = [...conversation, ...hooks.context]
  const isChosen = choiceFilter(session.tools)
  // The same in every mode: to name others would have the provider read all that was said anew.
  const offered = deps.tools
    .list()
    .filter(tool => tool.enabled && isChosen(tool))
    .map(({ name, description, schema, definitionHash }) => ({ name, description, schema, definitionHash }))
  const form = historyFormat(session.dialect, offered)
  const protocol = form.calls === 'text' ? form.dialect.instructions(offered) : null
  const context = assemble({ runContext: parts, history, protocol, form })
  const { messages } = context
  const sent = { ...context, newRunContext, tools: form.calls === 'text' ? [] : offered }
  const size = contextSize(history, sent)
  deps.recentHistories.keep(session.id, storedHistory, size.chars)
  const why = await whyOver(deps, task, { size, history: shownHistory, window: modelInfo?.contextWindow })
  const configured = deps.models.find(model)
  // What the reply is held to, where its dialect says it and its provider can.
  const replySchema =
    form.calls === 'text' &&
    configured.kind === 'found' &&
    configured.provider.takesReplySchema(configured.name)
      ? form.dialect.replySchema
      : undefined
  const entryHashes = new Set(storedHistory.messages.map(({ hash }) => hash))
  const request = askedBy(task, { ...sent, entryHashes, size, replySchema, hookRuns: hooks.runs })
  const failure = hooks.failure()
  if (failure) return { kind: 'failed', request, failure, message: '' }
  if (why) return { kind: 'over_budget', runId: run.id, number: request.number, why, hookRuns: hooks.runs }
  return answerTo(deps, { task, request, messages, modelInfo, timeouts, offered, signal })
}

async function answerTo(
  deps: Deps,
  sending: Sending & { offered: SentRequest['tools'] },
): Promise<RequestOutcome> {
  const { task, request, offered, signal } = sending
  const { session, run } = task
  const { number, attempts: attempt, purpose } = request
  const { id: sessionId, blocks } = session
  const draft = new ReplyDraft(deps, { sessionId, runId: run.id, number, attempt, blocks })
  const silence = new HeldSilence(draft.add)
  const reader = new ReplyReader({
    dialect: session.dialect,
    offered,
    isOff: purpose !== 'loop',
    newId: deps.newId,
    compute: deps.compute,
    onDelta: silence.add,
  })
  const asking = askModel(deps, { ...sending, onDelta: reader.add })
  const answer = await asking
    .then(reply => maskedAnswer(deps, session.id, reply))
    .then(reader.end)
    .then(parsed => maskedAnswer(deps, session.id, parsed))
    .finally(() => {
      silence.end()
      draft.close()
    })
  request.firstTokenAt = draft.firstTokenAt
  if (answer.kind === 'failure') return { ...answer, kind: 'failed', request }
  const { issues, observation } = answer
  const unique = writable(withUniqueIds(answer.solution, deps.newId))
  const { solution, dropped } = usable(unique, { mayCall: purpose === 'loop' && offered.length > 0 })
  const ids = draft.idsOf(answer.solution.calls)
  const hookSession = { ...task, runId: run.id, model: request.model, signal }
  const { calls } = solution
  const proposals = await propose(deps, scopeOf(session), { calls, ids, session: hookSession })
  return { kind: 'answered', request, solution, issues, observation, dropped, proposals }
}

/** Holds a reply back while it may turn out to say nothing. */
class HeldSilence {
  #held = ''
  readonly #beginning = new SilentBeginning()
  #speaks = false
  readonly #onDelta: (delta: ModelDelta) => void

  constructor(onDelta: (delta: ModelDelta) => void) {
    this.#onDelta = onDelta
  }

  readonly add = (delta: ModelDelta): void => {
    if (this.#speaks || delta.kind !== 'text') this.#onDelta(delta)
    else {
      this.#held += delta.text
      if (!this.#beginning.add(delta.text)) this.#let()
    }
  }

  /** The reply is over: what is left was meant to be read, or to say nothing. */
  end(): void {
    if (!this.#speaks && !isSilentReply(this.#held)) this.#let()
  }

  #let(): void {
    this.#speaks = true
    if (this.#held !== '') this.#onDelta({ kind: 'text', text: this.#held })
    this.#held = ''
  }
}

type RunInputs = Pick<RequestTask, 'run' | 'session'> & {
  texts: Map<string, string>
  hooks: RequestHooks
  conversation: ModelMessage[]
  workspaceFiles: WorkspaceFiles | null
}

/**
 * What the Run is told as long as it lasts: as it was told with the Run's first Request, in the `texts` that are
 * stored of it, or as things are now. Nothing is written here.
 */
async function runContext(
  deps: Deps,
  { run, session, texts, hooks, conversation, workspaceFiles }: RunInputs,
): Promise<{ parts: PromptPart[]; newRunContext: NewRunContext | null }> {
  if (workspaceFiles) {
    const [skills, project] = workspaceFiles
    const content = {
      parts: [...ownParts(session.persona), ...[skillsPart(skills) ?? []].flat(), ...project],
      skills: skills.filter(skill => skill.isOffered).map(({ name, body }) => ({ name, text: body })),
    }
    const { value: safe } = await mask(deps, { sessionId: session.id }, content)
    const parts = (await hooks.instruct(safe.parts, conversation)).map(withHash)
    const { model } = run.overrides
    const newRunContext = { parts, skills: safe.skills.map(withHash), model }
    return { parts: newRunContext.parts, newRunContext }
  }
  const stored = (run.runContext?.parts ?? []).map(part => ({ ...part, text: texts.get(part.hash) ?? '' }))
  const own = ownParts(session.persona)
  // A Run that began with an earlier program has no parts of its own for these.
  const parts = stored[0]?.source === own[0]?.source ? stored : [...own, ...stored]
  return { parts, newRunContext: null }
}

const withHash = <T extends { text: string }>(content: T): T & { hash: string } => ({
  ...content,
  hash: sha256(content.text),
})

type WorkspaceFiles = Awaited<ReturnType<typeof readWorkspaceFiles>>

/** The skills and the project's own file. */
const readWorkspaceFiles = (deps: Deps, workspace: string, hooks: RequestTask['hooks']) =>
  Promise.all([skillsFor(deps, workspace, hooks), projectFile(deps, workspace)])

const LOOK_MS = 10_000

async function projectFile(
  { workspaceRoot: root, closed }: Pick<Deps, 'workspaceRoot' | 'closed'>,
  folder: string,
): Promise<PromptPart[]> {
  const path = filePath(PROJECT_FILE)
  if (path.kind === 'refused') return []
  const signal = AbortSignal.timeout(LOOK_MS)
  const file = await takeSnapshot(path, { root, closed, folder, hash: sha256, signal })
  if (file.kind === 'absent') return []
  if (file.kind === 'refused') return [projectFilePart({ fault: file.message })]
  const text = utf8Text(file.bytes)
  return [projectFilePart(text === null ? { fault: 'It is not text.' } : { text })]
}
