import {
  type FieldError,
  fieldFault,
  Refusal,
  refuse,
  refusedAt,
  refuseField,
  refuseFields,
} from '@/lib/domain/contract/problem'
import type { Instant } from '@/lib/domain/instant'
import { DEFAULT_MEMORY } from '@/lib/domain/memory/memory'
import { NO_USAGE } from '@/lib/domain/run/usage'
import { changedMode } from '@/lib/domain/session/mode'
import {
  NEW_TITLE,
  type NewSession,
  type Session,
  type SessionDefaults,
  type SessionDefaultsPatch,
  type SessionPatch,
} from '@/lib/domain/session/session'
import { thinkingLevels } from '@/lib/models/thinking-levels'
import type { SessionRow } from '@/lib/store/session/session'
import { storable } from '@/lib/text/json/json-value'
import { makeFolder } from '@/lib/tools/workspace/open-folder'
import { workspacePath } from '@/lib/tools/workspace/workspace-path'
import type { Deps } from '../process/deps'
import { lacksLevel } from '../request/known-models'

type Settings = SessionPatch & Pick<NewSession, 'key'>

/** Settings over what is there, or why not. Objects are merged, the rest replaced. The workspace is there then. */
export async function withSettings(
  deps: Pick<Deps, 'models' | 'tools' | 'workspaceRoot' | 'closed' | 'whyNotReady' | 'redaction'>,
  row: SessionRow,
  { patch, now }: { patch: Settings; now: Instant },
): Promise<SessionRow | Refusal> {
  const errors = faults(deps, patch)
  const mode = changedMode(row, patch, now)
  if (typeof mode === 'string') errors.push(fieldFault('/modeExpiresAt', { code: mode }))
  if (errors.length > 0 || typeof mode === 'string') return refuseFields(errors)
  const noLevel = whyNoLevel(row, patch)
  if (noLevel) return noLevel
  const noTool = whyNoTool(deps, row, patch.tools ?? {})
  if (noTool) return noTool
  if (patch.workspace) {
    const unfit = deps.whyNotReady()
    if (unfit) return refuse('unavailable', unfit)
    // A folder that is missing is made, unless this process sees another workspace than the others.
    const scope = { root: deps.workspaceRoot, closed: deps.closed }
    const refused = await makeFolder(scope, folderOf(patch.workspace).split('/').filter(Boolean))
    if (refused) return refuseField('/workspace', refused.codedText)
  }
  const { limits, compaction, tools, memory, persona, workspace, ...plain } = patch
  return {
    ...row,
    ...defined(plain),
    ...mode,
    limits: { ...row.limits, ...defined(limits ?? {}) },
    compaction: { ...row.compaction, ...defined(compaction ?? {}) },
    tools: { ...row.tools, ...defined(tools ?? {}) },
    memory: { ...row.memory, ...defined(memory ?? {}) },
    persona: persona === undefined ? row.persona : (persona ?? undefined),
    workspace: workspace === undefined ? row.workspace : folderOf(workspace),
  }
}

const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

function faults(
  deps: Pick<Deps, 'models' | 'redaction'>,
  { model, workspace, title, persona, key }: Settings,
): FieldError[] {
  const errors: FieldError[] = []
  const modelInfo = model === undefined ? null : deps.models.find(model)
  if (modelInfo?.kind === 'refused') errors.push(fieldFault('/model', modelInfo.reason))
  const folder = workspace === undefined ? null : workspacePath(workspace || '.')
  if (folder?.kind === 'refused') errors.push(fieldFault('/workspace', folder.codedText))
  for (const [name, text] of Object.entries({ title, persona, key })) {
    if (text?.includes('\0')) errors.push(fieldFault(`/${name}`, { code: 'fault.nul' }))
  }
  for (const [name, text] of Object.entries({ workspace, model })) {
    if (text !== undefined && deps.redaction.holdsSecret(text))
      errors.push(fieldFault(`/${name}`, { code: 'fault.secretInName' }))
  }
  return errors
}

/** A misspelt name would offer or withhold nothing. One that is set already may stay, though its Tool is gone. */
function whyNoTool(
  { tools }: Pick<Deps, 'tools'>,
  { tools: set }: Pick<SessionRow, 'tools'>,
  patch: NonNullable<Settings['tools']>,
): Refusal | null {
  const remaining = new Set([...(set.include ?? []), ...set.exclude])
  const names = tools.list().flatMap(({ name, forPeople }) => (forPeople ? [] : [name]))
  const errors = (['include', 'exclude'] as const).flatMap(choice =>
    (patch[choice] ?? []).flatMap((name, at) => {
      if (tools.find(name) || remaining.has(name)) return []
      const fault = { code: 'fault.unknownToolHere', params: { tool: storable(name) } } as const
      return [fieldFault(`/tools/${choice}/${at}`, fault)]
    }),
  )
  const [first] = errors
  if (!first) return null
  return refuse('unknown_tool', `${first.message} There are: ${names.join(', ')}.`, { errors, tools: names })
}

function folderOf(folder: string): string {
  const path = workspacePath(folder || '.')
  return path.kind === 'path' ? path.segments.join('/') : ''
}

/** Defaults of new sessions over those that are there, or why not: what no session may have is no default either. */
export async function mergeDefaults(
  deps: Parameters<typeof withSettings>[0] & Pick<Deps, 'newId'>,
  defaults: SessionDefaults,
  patch: SessionDefaultsPatch,
): Promise<SessionDefaults | Refusal> {
  const fresh = freshSession(deps, { model: 'scripted:demo', now: '', defaults })
  const { thinking, ...others } = patch
  const row = await withSettings(deps, fresh, { patch: others, now: '' })
  if (row instanceof Refusal) return refusedAt('/sessionDefaults', row)
  const { dialect, limits, compaction, tools, persona } = row
  const mode = patch.mode ?? defaults.mode
  return { mode, dialect, thinking: thinking ?? defaults.thinking, limits, compaction, tools, persona }
}

type Beginning = { key?: string | undefined; model: string; now: string; defaults: SessionDefaults }

/** A session as it begins, before anything was set. */
export const freshSession = (
  deps: Pick<Deps, 'newId'>,
  { key, model, now, defaults }: Beginning,
): SessionRow => ({
  id: deps.newId(),
  key,
  title: NEW_TITLE,
  model,
  ...defaults,
  thinking: lacksLevel({ model, thinking: defaults.thinking }) ? 'default' : defaults.thinking,
  memory: DEFAULT_MEMORY,
  blocks: 'off',
  workspace: '',
  archived: false,
  usage: NO_USAGE,
  contextAnnounced: false,
  runs: 0,
  requests: 0,
  seq: 0,
  head: '',
  signature: '',
  version: 0,
  leaseEpoch: 0,
  createdAt: now,
  updatedAt: now,
  meter: undefined,
  leaseHolder: undefined,
  leaseUntil: undefined,
  progressAt: undefined,
  recovery: undefined,
  wakeAt: undefined,
})

/**
 * Why the model lacks the level at which it should think, with those that it has. What is given is judged with
 * what is set already, as soon as one of them is given; `under` is the path of the fields.
 */
export function whyNoLevel(
  set: Pick<Session, 'model' | 'thinking'>,
  patch: { model?: string | undefined; thinking?: Session['thinking'] | undefined },
  under = '',
): Refusal | null {
  if (patch.model === undefined && patch.thinking === undefined) return null
  const { model = set.model, thinking = set.thinking } = patch
  const codedText = lacksLevel({ model, thinking })
  if (codedText === null) return null
  const path = `${under}/${patch.thinking === undefined ? 'model' : 'thinking'}`
  const errors = [fieldFault(path, codedText)]
  return refuse('invalid_request', codedText, { errors, levels: thinkingLevels(model) })
}
