import path from 'node:path'
import { type Hook, type HookRun, hooksAt } from '@/lib/domain/hooks/hook'
import type { HookPoint } from '@/lib/domain/hooks/points'
import { isJobError } from '@/lib/domain/job'
import { callHook } from '@/lib/hooks/call-hook'
import { type HookChain, type HookResponse, readHookReply, runHooks } from '@/lib/hooks/run-hooks'
import { listHooks, noteHookRun } from '@/lib/store/hooks/hook'
import type { SessionRow } from '@/lib/store/session/session'
import type { Deps } from '../process/deps'
import { patiently } from '../process/unavailable'
import { mask } from './mask'
import { pinnedFolder } from './store-hook'

/** What asking hooks needs of the deps. */
export type HookDeps = Pick<
  Deps,
  | ('db' | 'environment' | 'workspaceRoot' | 'dataDir' | 'redaction' | 'compute' | 'observers' | 'time')
  | ('bus' | 'clock' | 'signer' | 'log')
>

/** Who is asked, and of which session. */
export type HookSession = {
  hooks: readonly Hook[]
  session?: Pick<SessionRow, 'id' | 'workspace' | 'model' | 'limits'> | undefined
  runId?: string | undefined
  model?: string | undefined
  /** Aborted when no answer is wanted any more. */
  signal?: AbortSignal | undefined
}

type Question = HookSession & Omit<Parameters<typeof runHooks>[0], 'hooks' | 'ask'>

/** Asks the hooks of a point. What they answer passes the mask before anything is made of it. */
export async function askHooks(deps: HookDeps, { hooks: all, ...question }: Question): Promise<HookChain> {
  const { point, payload, session } = question
  const hooks = hooksAt(all, point, payload.tool)
  if (hooks.length === 0) return { runs: [], answers: [] }
  const chain = await runHooks({ ...question, hooks, ask: askerOf(deps, question) })
  const at = new Date(Date.now() + deps.time.offsetMs).toISOString()
  for (const run of chain.runs) deps.observers.tell(session?.id ?? '', () => noteHookRun(deps.db, run, at))
  return chain
}

/** How one hook is asked. */
export const askerOf =
  (deps: HookDeps, { session, runId, model, signal }: Omit<HookSession, 'hooks'>) =>
  async (hook: Hook, event: Record<string, unknown>): Promise<HookResponse> => {
    const secrets = Object.values(hook.env ?? {}).map(value =>
      typeof value === 'string' ? undefined : deps.environment(value.fromEnv),
    )
    deps.redaction.learn(secrets.filter(secret => secret !== undefined))
    const plugin = hook.plugin === undefined ? undefined : await patiently(() => pinnedFolder(deps, hook))
    if (plugin === null) return { kind: 'failed', reason: 'Its plugin has changed, and it was turned off.' }
    const { point } = hook
    const payload = { point, sessionId: session?.id, runId, model: model ?? session?.model, ...event }
    const cwd = path.join(deps.workspaceRoot, session?.workspace ?? '')
    const mostMs = point === 'gateway_stop' ? STOP_MS : session?.limits.hookMs
    const { environment } = deps
    const reply = await callHook(hook, payload, { cwd, environment, mostMs, plugin, signal })
    const response = readHookReply(point, reply)
    try {
      return (await mask(deps, session ? { sessionId: session.id } : null, response)).value
    } catch (error) {
      if (!isJobError(error)) throw error
      return { kind: 'failed', reason: 'Its answer could not be searched for secrets.' }
    }
  }

const STOP_MS = 5_000

/** Tells hooks of a point, beside all else. */
export function tellHooks(deps: HookDeps, point: HookPoint, session?: Omit<HookSession, 'hooks'>): void {
  deps.observers.tell(session?.session?.id ?? '', async () =>
    askHooks(deps, { ...session, hooks: await listHooks(deps.db), point, payload: {} }),
  )
}

/** What hooks did is part of the story. `of`: the Run and the Call that it is about. */
export function emitHookRuns(
  emit: (type: 'hook.ran', data: HookRun & { runId?: string; callId?: string }) => number,
  runs: readonly HookRun[],
  of: { runId?: string | undefined; callId?: string | undefined },
): void {
  for (const { key: _, argumentsText: __, ...run } of runs) emit('hook.ran', { ...run, ...of })
}
