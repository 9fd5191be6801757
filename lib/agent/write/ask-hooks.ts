import path from 'node:path'
import { type Hook, type HookPoint, type HookRun, hooksAt } from '@/lib/domain/hooks/hook'
import { callHook } from '@/lib/hooks/call-hook'
import { type HookChain, type HookSpeech, runHooks, speechIn } from '@/lib/hooks/run-hooks'
import { noteHookRun } from '@/lib/store/hooks/hook'
import type { SessionRow } from '@/lib/store/session/session'
import type { Deps } from '../process/deps'
import { mask } from './mask'
import { pinnedFolder } from './store-hook'

/** What asking hooks needs of the deps. */
export type HookDeps = Pick<
  Deps,
  | 'db'
  | 'environment'
  | 'workspaceRoot'
  | 'dataDir'
  | 'redaction'
  | 'compute'
  | 'observers'
  | 'time'
  | 'bus'
  | 'clock'
  | 'signer'
  | 'log'
>

/** Of which session hooks are event, and what they are to be told under. */
export type HookSession = {
  hooks: readonly Hook[]
  session?: Pick<SessionRow, 'id' | 'workspace' | 'model' | 'limits'> | undefined
  runId?: string | undefined
  model?: string | undefined
  signal?: AbortSignal | undefined
}

type Asking = HookSession & {
  point: HookPoint
  payload: Record<string, unknown>
} & Pick<Parameters<typeof runHooks>[0], 'rewrite' | 'isFrozen'>

const NO_HOOKS: HookChain = { runs: [], answers: [] }

/** Asks the hooks of a point. What they say passes the mask before anything is made of it. */
export async function askHooks(deps: HookDeps, { point, payload, ...asking }: Asking): Promise<HookChain> {
  const hooks = hooksAt(asking.hooks, point, payload.tool)
  if (hooks.length === 0) return NO_HOOKS
  const { rewrite, isFrozen } = asking
  const speak = (hook: Hook, event: Record<string, unknown>) => speechOf(deps, hook, { event, asking })
  const chain = await runHooks({ point, hooks, payload, speak, rewrite, isFrozen })
  const at = new Date(Date.now() + deps.time.offsetMs).toISOString()
  for (const run of chain.runs) deps.observers.tell(() => noteHookRun(deps.db, run, at))
  return chain
}

/** What one hook says, told of a session or of none. */
export async function speechOf(
  deps: HookDeps,
  hook: Hook,
  { event, asking }: { event: Record<string, unknown>; asking: HookSession },
): Promise<HookSpeech> {
  const { session, runId, model, signal } = asking
  const { point } = hook
  const payload = { point, sessionId: session?.id, runId, model: model ?? session?.model, ...event }
  const values = Object.values(hook.env ?? {}).flatMap(value =>
    typeof value === 'string' ? [] : (deps.environment(value.fromEnv) ?? []),
  )
  deps.redaction.learn(values)
  const plugin = hook.plugin === undefined ? undefined : await pinnedFolder(deps, hook)
  if (plugin === null) return { kind: 'failed', reason: 'Its plugin is another by now: it was turned off.' }
  const reply = await callHook(hook, payload, {
    cwd: path.join(deps.workspaceRoot, session?.workspace ?? ''),
    environment: deps.environment,
    signal: signal ?? NEVER,
    mostMs: session?.limits.hookMs,
    plugin,
  })
  const speech = speechIn(point, reply)
  return (await mask(deps, session ? { sessionId: session.id } : null, speech)).value
}

const NEVER = new AbortController().signal

/** What hooks did is part of the story. `of`: the Call that it is about. */
export function emitHookRuns(
  emit: (type: 'hook.ran', data: HookRun & { runId?: string; callId?: string }) => number,
  runs: readonly HookRun[],
  of: { runId?: string | undefined; callId?: string | undefined },
): void {
  for (const { key: _, argumentsText: __, ...run } of runs) emit('hook.ran', { ...run, ...of })
}
