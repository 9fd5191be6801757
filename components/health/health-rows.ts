import type { Channel } from '@/lib/domain/channel/channel'
import type { Health } from '@/lib/domain/contract/health'
import type { ProviderItem } from '@/lib/domain/contract/provider-operations'
import type { McpServer } from '@/lib/domain/mcp/mcp-server'
import type { StoredWords } from '@/lib/text/words/phrase'

/** From the worst to what needs nothing. `none`: it was never set up, which may be meant so. */
const CONDITIONS = ['unavailable', 'attention', 'slow', 'none', 'well'] as const
export type Condition = (typeof CONDITIONS)[number]

/** Whether something is to be done about it. */
export const isTrouble = (condition: Condition): boolean => CONDITIONS.indexOf(condition) < 3

export type HealthPart =
  | ('database' | 'queue' | 'lanes' | 'streams' | 'eventLoop' | 'disk' | 'workspace' | 'sandbox' | 'account')
  | ('record' | 'models' | 'servers' | 'channels')

/** One component: how it is, the numbers and names of its sentence, and what the server says of it. */
export type HealthRow = {
  part: HealthPart
  condition: Condition
  values: Record<string, string | number>
  reason?: { english: string; words: StoredWords | undefined } | undefined
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
  const rows = [...ownRows(health), ...safetyRows(health), ...outsideRows(around)]
  return rows.sort((a, b) => CONDITIONS.indexOf(a.condition) - CONDITIONS.indexOf(b.condition))
}

function ownRows(health: Health): HealthRow[] {
  const { database, queue, lanes, streams, eventLoop, disk, workspace, role, leases } = health
  const { latencyMs = 0, version = '' } = database
  const gb = disk && Math.floor(disk.freeBytes / 1e8) / 10
  const slowIf = (isSlow: boolean): Condition => (isSlow ? 'slow' : 'well')
  return [
    {
      part: 'database',
      condition: database.ok ? slowIf(latencyMs > SLOW_DATABASE_MS) : 'unavailable',
      values: { version, ms: latencyMs },
    },
    { part: 'workspace', condition: workspace.ok ? 'well' : 'unavailable', values: {} },
    { part: 'queue', condition: slowIf(!queue.ok), values: { count: queue.dueSessions } },
    {
      part: 'lanes',
      condition: role === 'web' ? 'none' : slowIf(lanes.slots > 0 && lanes.active >= lanes.slots),
      values: { active: lanes.active, slots: lanes.slots, lost: (leases?.lapsed ?? 0) + (leases?.lost ?? 0) },
    },
    {
      part: 'eventLoop',
      condition: slowIf(eventLoop.p99Ms > SLOW_LOOP_MS),
      values: { ms: Math.round(eventLoop.p99Ms) },
    },
    ...(gb === undefined
      ? []
      : [
          {
            part: 'disk',
            condition: gb * 1e9 < LITTLE_SPACE ? 'attention' : 'well',
            values: { gb },
          } as const,
        ]),
    { part: 'streams', condition: 'well', values: { count: streams } },
  ]
}

/** What keeps what was recorded, and what commands may reach, as they are meant. */
function safetyRows({ record, sandbox, account }: Health): HealthRow[] {
  const isWhole = record.ok && record.headsFile?.ok !== false
  return [
    {
      part: 'record',
      condition: isWhole && record.protected ? 'well' : 'attention',
      values: { count: record.broken.length, protected: record.protected ? 'yes' : 'no' },
    },
    ...(sandbox
      ? [
          {
            part: 'sandbox' as const,
            condition: sandbox.ok ? 'well' : sandbox.kind === 'none' ? 'attention' : 'unavailable',
            values: { kind: sandbox.kind },
            ...(sandbox.kind === 'unavailable' && {
              reason: { english: sandbox.reason ?? '', words: sandbox.words },
            }),
          } as const,
        ]
      : []),
    ...(account
      ? [
          {
            part: 'account',
            condition: account.ok ? 'well' : 'attention',
            values: {},
          } as const,
        ]
      : []),
  ]
}

function outsideRows({ providers, servers, channels }: Surroundings): HealthRow[] {
  return [
    ...(providers ? [rowOf('models', { usable: providers.filter(({ usable }) => usable), faulty: [] })] : []),
    ...(servers
      ? [
          rowOf('servers', {
            usable: servers.filter(({ status }) => status === 'connected' || status === 'connecting'),
            faulty: servers.filter(({ status }) => status === 'failed' || status === 'sign_in'),
          }),
        ]
      : []),
    ...(channels
      ? [
          rowOf('channels', {
            usable: channels.filter(({ enabled }) => enabled),
            faulty: channels.filter(
              ({ enabled, missing, lastError }) => enabled && (missing.length > 0 || lastError !== undefined),
            ),
          }),
        ]
      : []),
  ]
}

type Named = { name?: string; title?: string }

function rowOf(part: HealthPart, { usable, faulty }: { usable: Named[]; faulty: Named[] }): HealthRow {
  const named = faulty.length > 0 ? faulty : usable
  const names = named.map(({ title, name }) => title ?? name ?? '').join(', ')
  const condition = faulty.length > 0 ? 'attention' : usable.length > 0 ? 'well' : 'none'
  return { part, condition, values: { count: named.length, names } }
}
