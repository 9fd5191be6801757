import * as z from 'zod'
import type { InstallationSettings } from '@/lib/domain/contract/installation-operations'
import { ProviderId, ProviderTimeouts } from '@/lib/domain/contract/provider-operations'
import { InternalHosts } from '@/lib/domain/policy/internal-host'
import { Compaction, DEFAULT_COMPACTION, DEFAULT_LIMITS, Limits } from '@/lib/domain/run/limits'
import { FIRST_DEFAULTS, ModelId, SessionDefaults } from '@/lib/domain/session/session'
import type { Tx } from '../connection/database'
import type { Sql } from '../connection/sql'
import { withDefaults } from '../connection/stored'
import { Prisma } from '../generated/client'

const Defaults = SessionDefaults.extend({
  limits: withDefaults(Limits, DEFAULT_LIMITS),
  compaction: withDefaults(Compaction, DEFAULT_COMPACTION),
})

/** What each setting is where nobody has set it, or what is stored cannot be read: such a list opens nothing. */
const Settings = z.object({
  internalHosts: InternalHosts.catch([]),
  noticeAfterSeconds: z.int().min(1).catch(60),
  maxRuns: z.int().min(1).nullable().catch(null),
  defaultModel: ModelId.nullable().catch(null),
  sessionDefaults: Defaults.catch(FIRST_DEFAULTS),
  providerTimeouts: z.partialRecord(ProviderId, ProviderTimeouts.catch({})).catch({}),
})

/** What is set of the whole installation. */
export async function readSettings(tx: Pick<Tx, 'setting'>): Promise<InstallationSettings> {
  const rows = await tx.setting.findMany({ where: { id: { in: Object.keys(Settings.shape) } } })
  return Settings.parse(Object.fromEntries(rows.map(({ id, value }) => [id, value])))
}

/** What is set of one provider, or NULL, as one JSON value. */
export const TIMEOUTS_OF = (provider: string | undefined) =>
  Prisma.sql`(SELECT value->${provider ?? null}::text FROM "Setting" WHERE id = 'providerTimeouts')`

/** It as it is read. */
export const TimeoutsColumn = ProviderTimeouts.catch({})

export async function timeoutsOf(sql: Sql, provider: string | undefined): Promise<ProviderTimeouts> {
  const rows = await sql.$queryRaw<{ timeouts: unknown }[]>`SELECT ${TIMEOUTS_OF(provider)} AS timeouts`
  return TimeoutsColumn.parse(rows[0]?.timeouts)
}

/** Sets what is named and leaves the rest as it is. */
export async function saveSettings(
  tx: Tx,
  { patch, at }: { patch: Partial<InstallationSettings>; at: string },
): Promise<void> {
  for (const [id, value] of Object.entries(patch)) {
    if (value === undefined) continue
    const columns = { value: value ?? Prisma.JsonNull, updatedAt: new Date(at) }
    await tx.setting.upsert({ where: { id }, create: { id, ...columns }, update: columns })
  }
}
