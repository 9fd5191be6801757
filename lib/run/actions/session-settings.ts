import { type FieldError, type Refusal, refuse } from '@/lib/domain/contract/problem'
import { DEFAULT_MEMORY } from '@/lib/domain/memory/memory'
import { DEFAULT_COMPACTION, DEFAULT_LIMITS } from '@/lib/domain/run/limits'
import { NO_USAGE } from '@/lib/domain/run/usage'
import { ALL_TOOLS, NEW_TITLE, type NewSession, type SessionPatch } from '@/lib/domain/session/session'
import { storable } from '@/lib/json/storable'
import type { SessionRow } from '@/lib/store/session/session'
import { makeFolder } from '@/lib/tools/workspace/open-folder'
import { workspacePath } from '@/lib/tools/workspace/workspace-path'
import type { Deps } from '../process/deps'
import { holdsSecret } from '../process/redaction'
import { whyNoLevel } from './thinking-level'

type Settings = SessionPatch & Pick<NewSession, 'key'>

/** Settings over what is there, or why not. Objects are merged, the rest replaced. The workspace is there then. */
export async function withSettings(
  deps: Pick<Deps, 'models' | 'tools' | 'workspaceRoot' | 'closed' | 'whyNotReady' | 'redaction'>,
  row: SessionRow,
  given: Settings,
): Promise<SessionRow | Refusal> {
  const errors = [...notAvailableYet(given), ...faults(deps, given)]
  if (errors.length > 0) return refuse('invalid_request', errors[0]?.message ?? '', { errors })
  const noLevel = whyNoLevel(row, given)
  if (noLevel) return noLevel
  const noTool = whyNoTool(deps, row, given.tools ?? {})
  if (noTool) return noTool
  const noFolder = given.workspace ? await whyNoFolder(deps, given.workspace) : null
  if (noFolder) return noFolder
  const { limits, compaction, tools, memory, persona, modeExpiresAt, workspace, ...plain } = given
  return {
    ...row,
    ...defined(plain),
    limits: { ...row.limits, ...defined(limits ?? {}) },
    compaction: { ...row.compaction, ...defined(compaction ?? {}) },
    tools: { ...row.tools, ...defined(tools ?? {}) },
    memory: { ...row.memory, ...defined(memory ?? {}) },
    persona: persona === undefined ? row.persona : (persona ?? undefined),
    modeExpiresAt: modeExpiresAt === undefined ? row.modeExpiresAt : (modeExpiresAt ?? undefined),
    workspace: workspace === undefined ? row.workspace : folderOf(workspace),
  }
}

const defined = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>

const NOT_YET = 'Not available yet.'

function notAvailableYet(given: Settings): FieldError[] {
  const limits = given.limits ?? {}
  const asked: [string, boolean][] = [
    ['/mode', given.mode === 'auto' || given.mode === 'full'],
    ['/modeExpiresAt', given.modeExpiresAt != null],
    ['/limits/hookMs', limits.hookMs !== undefined],
  ]
  return asked.filter(([, isAsked]) => isAsked).map(([path]) => ({ path, message: NOT_YET }))
}

function faults(deps: Pick<Deps, 'models' | 'redaction'>, given: Settings): FieldError[] {
  const errors: FieldError[] = []
  const found = given.model === undefined ? null : deps.models.find(given.model)
  if (found?.kind === 'refused') errors.push({ path: '/model', message: found.reason })
  const folder = given.workspace === undefined ? null : workspacePath(given.workspace || '.')
  if (folder?.kind === 'refused') errors.push({ path: '/workspace', message: folder.message })
  const texts = { title: given.title, persona: given.persona, key: given.key }
  for (const [name, text] of Object.entries(texts)) {
    if (text?.includes('\0')) errors.push({ path: `/${name}`, message: 'The text holds a NUL character.' })
  }
  const names = { workspace: given.workspace, model: given.model }
  for (const [name, text] of Object.entries(names)) {
    if (text !== undefined && holdsSecret(deps.redaction, text))
      errors.push({ path: `/${name}`, message: 'This holds a secret. Use another name.' })
  }
  return errors
}

/** A misspelt name would offer or withhold nothing. One that is set already may stay, though its Tool is gone. */
function whyNoTool(
  { tools }: Pick<Deps, 'tools'>,
  { tools: set }: Pick<SessionRow, 'tools'>,
  given: NonNullable<Settings['tools']>,
): Refusal | null {
  const kept = new Set([...(set.include ?? []), ...set.exclude])
  const names = tools.list().flatMap(({ name, forPeople }) => (forPeople ? [] : [name]))
  const errors = (['include', 'exclude'] as const).flatMap(choice =>
    (given[choice] ?? []).flatMap((name, at) =>
      tools.find(name) || kept.has(name)
        ? []
        : [{ path: `/tools/${choice}/${at}`, message: `Unknown tool: ${storable(name)}.` }],
    ),
  )
  const [first] = errors
  return first
    ? refuse('unknown_tool', `${first.message} There are: ${names.join(', ')}.`, { errors, tools: names })
    : null
}

/** A folder that is missing is made, unless this process sees another workspace than the others. */
async function whyNoFolder(
  deps: Pick<Deps, 'workspaceRoot' | 'closed' | 'whyNotReady'>,
  workspace: string,
): Promise<Refusal | null> {
  const unfit = deps.whyNotReady()
  if (unfit) return refuse('unavailable', unfit)
  const refused = await makeFolder(
    { root: deps.workspaceRoot, closed: deps.closed },
    folderOf(workspace).split('/').filter(Boolean),
  )
  if (!refused) return null
  const errors = [{ path: '/workspace', message: refused.message }]
  return refuse('invalid_request', refused.message, { errors })
}

/** The folder under the workspace root, normalised; `''` is the root. */
function folderOf(given: string): string {
  const path = workspacePath(given || '.')
  return path.kind === 'path' ? path.segments.join('/') : ''
}

/** A session as it begins, before anything was set. */
export const freshSession = (
  deps: Pick<Deps, 'newId' | 'models'>,
  given: { key: string | undefined; now: string },
): SessionRow => ({
  id: deps.newId(),
  key: given.key,
  title: NEW_TITLE,
  model: deps.models.defaultId,
  dialect: 'auto',
  mode: 'ask',
  thinking: 'default',
  limits: DEFAULT_LIMITS,
  compaction: DEFAULT_COMPACTION,
  tools: ALL_TOOLS,
  memory: DEFAULT_MEMORY,
  blocks: 'off',
  workspace: '',
  archived: false,
  usage: NO_USAGE,
  oriented: false,
  ...{ runs: 0, requests: 0, seq: 0, head: '', signature: '', version: 0, leaseEpoch: 0 },
  createdAt: given.now,
  updatedAt: given.now,
  ...NOT_SET,
})

const NOT_SET = {
  modeExpiresAt: undefined,
  persona: undefined,
  parent: undefined,
  meter: undefined,
  leaseHolder: undefined,
  leaseUntil: undefined,
  wakeAt: undefined,
}
