import type { ModelFailure, ModelMessage } from '@/lib/domain/call/solution'
import type { HookPoint, HookRun } from '@/lib/domain/hooks/hook'
import type { HookChain } from '@/lib/hooks/run-hooks'
import { phrase } from '@/lib/messages/phrase'
import { PROJECT_FILE, type PromptPart } from '@/lib/prompt/assemble'
import type { Deps } from '../process/deps'
import { askHooks, type HookSession } from '../write/ask-hooks'
import type { RequestTask } from './request-task'

const NAMED = 'workspace/'

/** What hooks put into one Request, and what they did. Without hooks nothing is asked. */
export class RequestHooks {
  readonly runs: HookRun[] = []
  /** Said in this Request only, behind all else: what comes before it is what the next one begins with. */
  readonly context: ModelMessage[] = []
  readonly parts: PromptPart[] = []
  /** The first that let nothing go on. */
  block: HookChain['block']
  readonly #deps: Deps
  readonly #session: HookSession

  constructor(deps: Deps, { session, run, hooks }: RequestTask, signal: AbortSignal) {
    this.#deps = deps
    this.#session = { hooks, session, runId: run.id, model: run.overrides.model, signal }
  }

  async ask(point: HookPoint, payload: Record<string, unknown>): Promise<HookChain> {
    const { block } = this
    if (block) return { runs: [], answers: [], block }
    const chain = await askHooks(this.#deps, {
      ...this.#session,
      point,
      payload,
      rewrite: ({ model }) => {
        const choice = model === undefined ? null : this.#deps.models.find(model)
        return choice?.kind === 'refused' ? phrase(choice.reason) : null
      },
    })
    this.runs.push(...chain.runs)
    this.block = chain.block
    for (const { hook, answer } of chain.answers) {
      const { context, instructions } = answer
      const [label, source] = [`Hook ${hook.name}`, `hook:${hook.name}`]
      if (instructions) this.parts.push({ label, source, text: instructions })
      if (context)
        this.context.push({ role: 'user', text: context, aside: true, note: 'hook', hook: hook.name })
    }
    return chain
  }

  /** What the Run is told as long as it lasts, with what hooks add to it and take from it. */
  async instruct(parts: PromptPart[], { prompt, messages }: { prompt: string; messages: unknown[] }) {
    const files = parts.flatMap(({ source }) =>
      source.startsWith(NAMED) ? [source.slice(NAMED.length)] : [],
    )
    const { answers } = await this.ask('agent_bootstrap', { files })
    const removed = new Set(answers.flatMap(({ answer }) => answer.files?.remove ?? []))
    const added = answers.flatMap(({ hook, answer }) =>
      Object.entries(answer.files?.add ?? {}).map(([name, text]) => ({
        label: name === PROJECT_FILE ? `Project file ${name}` : name,
        source: `hook:${hook.name}`,
        text: `${name}, from the hook ${hook.name}:\n${text}`,
      })),
    )
    await this.ask('before_prompt_build', { prompt, messages })
    await this.ask('agent_start', { prompt })
    const own = parts.filter(
      ({ source }) => !removed.has(source.slice(NAMED.length)) || !source.startsWith(NAMED),
    )
    return [...own, ...added, ...this.parts]
  }

  /** Why the model is not asked, where a hook does not let it be. */
  failure(signal: AbortSignal): ModelFailure | null {
    const { block } = this
    if (!block) return null
    const { hook, reason } = block
    const params = { hook: hook.name, point: hook.point, reason: reason || 'none' }
    const codedText = { code: 'failure.hookBlocked', params } as const
    return {
      reason: signal.aborted ? 'aborted' : 'bad_request',
      retryable: false,
      message: phrase(codedText),
      codedText,
      text: '',
    }
  }
}
