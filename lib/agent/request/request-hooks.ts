import type { ModelFailure, ModelMessage } from '@/lib/domain/call/solution'
import type { HookAnswer, HookRun } from '@/lib/domain/hooks/hook'
import type { HookPoint } from '@/lib/domain/hooks/points'
import { type HookChain, hookParams } from '@/lib/hooks/run-hooks'
import { phrase } from '@/lib/messages/phrase'
import type { PromptPart } from '@/lib/prompt/assemble'
import type { Deps } from '../process/deps'
import { askHooks } from '../write/ask-hooks'
import { finalFailure } from './ask-model'
import type { RequestTask } from './request-task'

/** Of the conversation hooks are told the last messages. */
const MOST_TOLD = 20

const pathOf = ({ source }: PromptPart): string => /^workspace\/(.*)$/.exec(source)?.[1] ?? ''

/** What hooks put into one Request, and what they did. Without hooks nothing is asked. */
export class RequestHooks {
  readonly runs: HookRun[] = []
  /** Said in this Request only, behind all else: what comes before it is what the next one begins with. */
  readonly context: ModelMessage[] = []
  readonly #parts: PromptPart[] = []
  /** The first that let nothing go on. */
  #block: HookChain['block']

  constructor(
    readonly deps: Deps,
    readonly task: RequestTask & { signal: AbortSignal },
  ) {}

  async ask(point: HookPoint, payload: Record<string, unknown> = {}): Promise<HookAnswer[]> {
    if (this.#block) return []
    const { session, run, hooks, signal } = this.task
    const { runs, answers, block } = await askHooks(this.deps, {
      session,
      hooks,
      point,
      payload,
      runId: run.id,
      signal,
      model: run.overrides.model,
      checkRewrite: ({ model = session.model }) => {
        const configured = this.deps.models.find(model)
        return configured.kind === 'refused' ? phrase(configured.reason) : null
      },
    })
    this.runs.push(...runs)
    this.#block = block
    for (const { hook, answer } of answers) {
      const [label, source] = [`Hook ${hook.name}`, `hook:${hook.name}`]
      const { context, instructions, files } = answer
      if (instructions) this.#parts.push({ label, source, text: instructions })
      for (const [name, text] of Object.entries(files?.add ?? {}))
        this.#parts.push({ label: name, source, text: `${name}, from the hook ${hook.name}:\n${text}` })
      if (context)
        this.context.push({ role: 'user', text: context, aside: true, note: 'hook', hook: hook.name })
    }
    return answers.map(({ answer }) => answer)
  }

  /** What the Run is told as long as it lasts, with what hooks add to it and take from it. */
  async instruct(parts: PromptPart[], messages: ModelMessage[]): Promise<PromptPart[]> {
    const files = parts.map(pathOf).filter(Boolean)
    const answers = await this.ask('agent_bootstrap', { files })
    const removed = answers.flatMap(answer => answer.files?.remove ?? [])
    const prompt = promptIn(messages)
    await this.ask('before_prompt_build', { prompt, messages: messages.slice(-MOST_TOLD) })
    await this.ask('agent_start', { prompt })
    return [...parts.filter(part => !removed.includes(pathOf(part) || ' ')), ...this.#parts]
  }

  /** What is said in the model's place, before it is asked anything for this Run; null where nothing is to be. */
  async reply(messages: ModelMessage[]): Promise<{ text: string | null } | undefined> {
    const answers = await this.ask('before_agent_reply', { prompt: promptIn(messages) })
    const claim = answers.find(({ reply, silent }) => reply !== undefined || silent)
    return claim && { text: claim.reply ?? null }
  }

  /** Why the model is not asked, where a hook does not let it be. */
  failure(): ModelFailure | null {
    if (!this.#block) return null
    const params = { ...hookParams(this.#block), point: this.#block.hook.point }
    return finalFailure('bad_request', { code: 'failure.hookBlocked', params })
  }
}

const promptIn = (messages: ModelMessage[]): string =>
  messages.findLast(message => message.role === 'user' && !message.aside)?.text ?? ''
