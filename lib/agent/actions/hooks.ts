import type { CursorPage } from '@/lib/domain/contract/operation'
import { fieldFault, Refusal, refuse, refuseField, refuseRequest } from '@/lib/domain/contract/problem'
import type { BrokenPlugin, Hook, HookItem, HookPatch, HookTrial, NewHook } from '@/lib/domain/hooks/hook'
import { isAboutTools } from '@/lib/domain/hooks/points'
import { readPlugins } from '@/lib/hooks/read-plugins'
import { runHooks } from '@/lib/hooks/run-hooks'
import { sha256 } from '@/lib/record/digest'
import { listHooks } from '@/lib/store/hooks/hook'
import type { By } from '@/lib/store/installation/idempotency-key'
import type { Deps } from '../process/deps'
import { askerOf, askHooks } from '../write/ask-hooks'
import { pluginsIn, storeHook } from '../write/store-hook'

const NONE = refuse('not_found', { code: 'problem.noHook' })

/** All hooks, those of plugins too. What a plugin brings is off until it is turned on, and again once the plugin is another. */
export async function hooksWithPlugins(
  deps: Deps,
): Promise<CursorPage<HookItem> & { broken: BrokenPlugin[] }> {
  const [rows, { plugins, broken }] = await Promise.all([listHooks(deps.db), readPlugins(pluginsIn(deps))])
  const offered = plugins.flatMap(({ name: plugin, pin, hooks, root }) =>
    hooks.map((hook, at): HookItem => {
      const pluginFrom = root === deps.dataDir ? 'data' : 'workspace'
      const id = idOf(plugin, at)
      const row = rows.find(each => each.id === id)
      if (row?.enabled && row.pin === pin) return { ...row, pluginFrom }
      const why = row && row.pin !== pin && (row.enabled || row.why) ? { why: 'changed' as const } : {}
      const { lastRun, createdAt = EPOCH, updatedAt = EPOCH } = row ?? {}
      return { ...hook, id, plugin, pin, pluginFrom, enabled: false, ...why, lastRun, createdAt, updatedAt }
    }),
  )
  const ids = new Set(offered.map(({ id }) => id))
  const others = rows.filter(({ id }) => !ids.has(id))
  const withoutPlugin = (hook: Hook): Hook =>
    hook.plugin ? { ...hook, enabled: false, why: 'changed' } : hook
  const all = [...others.map(withoutPlugin), ...offered]
  const items = all.sort(
    (one, two) => two.priority - one.priority || one.createdAt.localeCompare(two.createdAt),
  )
  return { items, broken, nextCursor: null }
}

const EPOCH = new Date(0).toISOString()

/** The hook of a plugin has the same id each time it is found. */
function idOf(plugin: string, at: number): string {
  const hex = sha256(`${plugin}\n${at}`).replace(/^sha256:/, '')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const findAny = async (deps: Deps, id: string): Promise<HookItem | undefined> =>
  (await hooksWithPlugins(deps)).items.find(hook => hook.id === id)

export async function addHook(
  deps: Deps,
  { hook, person, once }: By & { hook: NewHook },
): Promise<Hook | Refusal> {
  const fault = faultIn(deps, hook)
  if (fault) return fault
  const id = deps.newId()
  const make = (_: Hook | null, at: string): Hook => ({ ...hook, id, createdAt: at, updatedAt: at })
  return (await storeHook(deps, { id, by: person.id, once }, make)) ?? NONE
}

export async function changeHook(
  deps: Deps,
  { id, patch, person }: By & { id: string; patch: HookPatch },
): Promise<Hook | Refusal> {
  const item = await findAny(deps, id)
  if (!item) return NONE
  const { pluginFrom: _, ...current } = item
  const { match, env, pin, ...rest } = patch
  if (pin !== undefined && pin !== current.pin)
    return refuse('stale_revision', { code: 'problem.otherPlugin' })
  const values = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const others = Object.keys(patch).filter(name => name !== 'enabled' && name !== 'pin')
  if (current.plugin && others.length > 0)
    return refuseRequest(others.map(name => fieldFault(`/${name}`, { code: 'fault.hookOfPlugin' })))
  if (current.plugin && patch.enabled) {
    const refusal = await refuseInstall(deps, { kind: 'plugin', name: current.plugin, settings: item })
    if (refusal) return refusal
  }
  const change = (before: Hook | null, at: string): Hook | Refusal => {
    if (!before && !current.plugin) return NONE
    const base = current.plugin ? current : (before ?? current)
    const after: Hook = {
      ...base,
      ...values,
      match: match === undefined ? base.match : (match ?? undefined),
      env: env === undefined ? base.env : (env ?? undefined),
      why: undefined,
      createdAt: before?.createdAt ?? at,
      updatedAt: at,
    }
    return faultIn(deps, after) ?? after
  }
  return (await storeHook(deps, { id, by: person.id }, change)) ?? NONE
}

export async function deleteHook(deps: Deps, { id, person }: By & { id: string }): Promise<null | Refusal> {
  const removed = await storeHook(deps, { id, by: person.id }, before => (before ? null : NONE))
  return removed instanceof Refusal ? removed : null
}

/** Runs a hook on a sample, as the owner sees it before it counts. Nothing of it is stored. */
export async function tryHook(
  deps: Deps,
  { id, payload }: { id: string; payload: Record<string, unknown> },
): Promise<HookTrial | Refusal> {
  const hook = await findAny(deps, id)
  if (!hook) return NONE
  const { runs, answers } = await runHooks({
    point: hook.point,
    hooks: [hook],
    payload,
    ask: askerOf(deps, {}),
  })
  const [run] = runs
  return run ? { ...run, answer: answers[0]?.answer } : NONE
}

/** Hooks are asked before a server, a skill or a plugin is taken in. */
export async function refuseInstall(
  deps: Deps,
  payload: { kind: 'server' | 'skill' | 'plugin'; name: string | undefined; settings: unknown },
): Promise<Refusal | null> {
  const hooks = await listHooks(deps.db)
  const { block } = await askHooks(deps, { hooks, point: 'before_install', payload })
  if (!block) return null
  const params = { hook: block.hook.name, reason: block.reason || 'none' }
  return refuse('forbidden', { code: 'problem.hookRefused', params })
}

function faultIn(
  { redaction }: Pick<Deps, 'redaction'>,
  { point, match, run, env }: NewHook,
): Refusal | null {
  if (match !== undefined && !isAboutTools(point)) return refuseField('/match', { code: 'fault.hookNoTool' })
  const secret = Object.entries({ run, env }).find(([, value]) =>
    redaction.holdsSecret(JSON.stringify(value ?? {})),
  )
  return secret ? refuseField(`/${secret[0]}`, { code: 'fault.secretInHook' }) : null
}
