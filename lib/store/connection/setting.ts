import type { InstallationPatch, InstallationSettings } from '@/lib/domain/contract/installation-operations'
import { InternalHosts } from '@/lib/domain/policy/internal-host'
import type { Tx } from './database'

const INTERNAL_HOSTS = 'internalHosts'

/** What is set of the whole installation. A list that cannot be read opens nothing. */
export async function readSettings(tx: Pick<Tx, 'setting'>): Promise<InstallationSettings> {
  const row = await tx.setting.findUnique({ where: { id: INTERNAL_HOSTS } })
  const hosts = InternalHosts.safeParse(row?.value)
  return { internalHosts: hosts.success ? hosts.data : [] }
}

/** Sets what is named and leaves the rest as it is. */
export async function saveSettings(
  tx: Tx,
  { patch, at }: { patch: InstallationPatch; at: string },
): Promise<void> {
  if (patch.internalHosts === undefined) return
  const columns = { value: patch.internalHosts, updatedAt: new Date(at) }
  const where = { id: INTERNAL_HOSTS }
  await tx.setting.upsert({ where, create: { ...where, ...columns }, update: columns })
}
