import type { Channel } from '@/lib/domain/channels/channel'
import type { Health } from '@/lib/domain/contract/health'
import type { ProviderItem } from '@/lib/domain/contract/provider-operations'
import type { McpServer } from '@/lib/domain/servers/mcp-server'
import type { StoredText } from '@/lib/messages/phrase'

/** From the worst to what needs nothing. `none`: it was never set up, which may be meant so. */
const CONDITIONS = ['unavailable', 'attention', 'slow', 'none', 'well'] as const
export type Condition = (typeof CONDITIONS)[number]

/** Whether something is to be done about it. */
export const isTrouble = (condition: Condition): boolean => CONDITIONS.indexOf(condition) < 3

export type HealthPart =
  | ('database' | 'queue' | 'lanes' | 'streams' | 'eventLoop' | 'disk' | 'workspace' | 'sandbox' | 'account')
  | ('record' | 'models' | 'servers' | 'channels' | 'modelErrors' | 'serverErrors')

/** One component: how it is, the numbers and names of its sentence, and what the server says of it. */
export type HealthRow = {
  part: HealthPart
  name?: string
  condition: Condition
  values: Record<string, string | number>
  reason?: { english: string; codedText: StoredText | undefined } | undefined
}

/** What stands elsewhere; undefined until it is loaded. */
export type Surroundings = {
  providers: ProviderItem[] | undefined
  servers: McpServer[] | undefined
  channels: Channel[] | undefined
}

const SLOW_DATABASE_MS = 250
const SLOW_LOOP_MS = 250
const LITTLE_SPACE = 1e9

/** All components, the worst first. */
export function healthRows(health: Health, around: Surroundings): HealthRow[] {
  const rows = [
    ...ownRows(health),
    ...safetyRows(health),
    ...errorRows(health, around),
    ...outsideRows(around),
  ]
  return rows.sort((a, b) => CONDITIONS.indexOf(a.condition) - CONDITIONS.indexOf(b.condition))
}

const row = (part: HealthPart, condition: Condition, values: HealthRow['values'] = {}): HealthRow => ({
  part,
  condition,
  values,
})

const slowIf = (isSlow: boolean): Condition => (isSlow ? 'slow' : 'well')
const goodIf = (isGood: boolean): Condition => (isGood ? 'well' : 'attention')

function ownRows({ database, queue, lanes, streams, eventLoop, disk, ...health }: Health): HealthRow[] {
  const { latencyMs: ms = 0, version = '' } = database
  const lost = (health.leases?.lapsed ?? 0) + (health.leases?.lost ?? 0)
  const isBusy = lanes.limit > 0 && lanes.taken >= lanes.limit
  const silent = health.sessions.filter(({ state }) => state !== 'long_running').length
  const worked = health.role === 'web' ? 'none' : slowIf(isBusy)
  const gb = Math.floor((disk?.freeBytes ?? 0) / 1e8) / 10
  return [
    row('database', database.ok ? slowIf(ms > SLOW_DATABASE_MS) : 'unavailable', { version, ms }),
    row('workspace', health.workspace.ok ? 'well' : 'unavailable'),
    row('queue', slowIf(!queue.ok), { count: queue.dueSessions }),
    row('lanes', silent > 0 ? 'attention' : worked, { ...lanes, lost, silent }),
    row('eventLoop', slowIf(eventLoop.p99Ms > SLOW_LOOP_MS), { ms: Math.round(eventLoop.p99Ms) }),
    ...(disk ? [row('disk', goodIf(gb * 1e9 >= LITTLE_SPACE), { gb })] : []),
    row('streams', 'well', { count: streams }),
  ]
}

/** What keeps what was recorded, and what commands may reach, as they are meant. */
function safetyRows({ record, sandbox, account }: Health): HealthRow[] {
  const isWhole = record.ok && record.headsFile?.ok !== false && record.protected
  const values = { count: record.broken.length, protected: record.protected ? 'yes' : 'no' }
  return [
    row('record', goodIf(isWhole), values),
    ...(sandbox ? [sandboxRow(sandbox)] : []),
    ...(account ? [row('account', goodIf(account.ok))] : []),
  ]
}

function sandboxRow(sandbox: NonNullable<Health['sandbox']>): HealthRow {
  const { kind } = sandbox
  const reason = sandbox.reason ? { english: sandbox.reason, codedText: sandbox.codedText } : undefined
  const condition = kind === 'unavailable' ? 'unavailable' : goodIf(reason === undefined)
  return { ...row('sandbox', condition, { kind }), reason }
}

const errorRows = ({ providers }: Health, around: Surroundings): HealthRow[] =>
  providers.map(({ provider, errors: count, lastError }) => ({
    ...row(provider.startsWith('mcp:') ? 'serverErrors' : 'modelErrors', 'attention', { count }),
    name: around.providers?.find(({ id }) => id === provider)?.title ?? provider.replace(/^mcp:/, ''),
    reason: lastError && { english: lastError.text, codedText: lastError.codedText },
  }))

const USABLE = ['connected', 'connecting']
const FAULTY = ['failed', 'sign_in']

function outsideRows({ providers, servers, channels }: Surroundings): HealthRow[] {
  const models = providers?.filter(({ usable }) => usable)
  const usable = servers?.filter(({ status }) => USABLE.includes(status))
  const failed = servers?.filter(({ status }) => FAULTY.includes(status))
  const enabled = channels?.filter(channel => channel.enabled)
  const silent = enabled?.filter(({ missing, lastError }) => missing.length > 0 || lastError !== undefined)
  return [
    ...namedRow('models', models),
    ...namedRow('servers', usable, failed),
    ...namedRow('channels', enabled, silent),
  ]
}

type Named = { name?: string; title?: string }

/** Nothing until they are loaded. */
function namedRow(part: HealthPart, usable?: Named[], faulty: Named[] = []): HealthRow[] {
  if (!usable) return []
  const named = faulty.length > 0 ? faulty : usable
  const names = named.map(({ title, name }) => title ?? name ?? '').join(', ')
  const condition = named.length === 0 ? 'none' : goodIf(faulty.length === 0)
  return [row(part, condition, { count: named.length, names })]
}
