import * as z from 'zod'
import type { InstallationSettings } from '@/lib/domain/contract/installation-operations'
import { InternalHosts } from '@/lib/domain/policy/internal-host'
import { Compaction, DEFAULT_COMPACTION, DEFAULT_LIMITS, Limits } from '@/lib/domain/run/limits'
import { FIRST_DEFAULTS, ModelId, SessionDefaults } from '@/lib/domain/session/session'
import type { Tx } from '../connection/database'
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
})

/** What is set of the whole installation. */
export async function readSettings(tx: Pick<Tx, 'setting'>): Promise<InstallationSettings> {
  const rows = await tx.setting.findMany({ where: { id: { in: Object.keys(Settings.shape) } } })
  return Settings.parse(Object.fromEntries(rows.map(({ id, value }) => [id, value])))
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
