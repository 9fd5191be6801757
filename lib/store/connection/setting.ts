import * as z from 'zod'
import type { InstallationPatch, InstallationSettings } from '@/lib/domain/contract/installation-operations'
import { InternalHosts } from '@/lib/domain/policy/internal-host'
import { ModelId } from '@/lib/domain/session/session'
import { Prisma } from '../generated/client'
import type { Tx } from './database'

/** What each setting is where nobody has set it, or what is stored cannot be read: such a list opens nothing. */
const SETTINGS = {
  internalHosts: { schema: InternalHosts, usual: [] as string[] },
  noticeAfterSeconds: { schema: z.int().min(1), usual: 60 },
  defaultModel: { schema: ModelId.nullable(), usual: null },
}

/** What is set of the whole installation. */
export async function readSettings(tx: Pick<Tx, 'setting'>): Promise<InstallationSettings> {
  const rows = await tx.setting.findMany({ where: { id: { in: Object.keys(SETTINGS) } } })
  const values = new Map<string, unknown>(rows.map(({ id, value }) => [id, value]))
  const { internalHosts, noticeAfterSeconds, defaultModel } = SETTINGS
  const hosts = internalHosts.schema.safeParse(values.get('internalHosts'))
  const seconds = noticeAfterSeconds.schema.safeParse(values.get('noticeAfterSeconds'))
  const model = defaultModel.schema.safeParse(values.get('defaultModel'))
  return {
    internalHosts: hosts.success ? hosts.data : internalHosts.usual,
    noticeAfterSeconds: seconds.success ? seconds.data : noticeAfterSeconds.usual,
    defaultModel: model.success ? model.data : defaultModel.usual,
  }
}

/** Sets what is named and leaves the rest as it is. */
export async function saveSettings(
  tx: Tx,
  { patch, at }: { patch: InstallationPatch; at: string },
): Promise<void> {
  for (const [id, value] of Object.entries(patch)) {
    if (value === undefined) continue
    const columns = { value: value ?? Prisma.JsonNull, updatedAt: new Date(at) }
    await tx.setting.upsert({ where: { id }, create: { id, ...columns }, update: columns })
  }
}
