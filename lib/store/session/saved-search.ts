import * as z from 'zod'
import { SavedSearch } from '@/lib/domain/session/saved-search'
import { jsonValue, type Tx } from '../connection/database'

/** They are few, and one list: a setting of the installation. */
const ID = 'savedSearches'

/** What a newer version wrote, or nobody can read, counts as none. */
const Stored = z.array(SavedSearch).catch([])

/** The searches that are kept, the one that was saved last first. */
export async function savedSearches(tx: Pick<Tx, 'setting'>): Promise<SavedSearch[]> {
  const row = await tx.setting.findUnique({ where: { id: ID } })
  return Stored.parse(row?.value)
}

/** The same for whoever is going to change them: nobody else does meanwhile. */
export async function lockSavedSearches(tx: Tx, at: string): Promise<SavedSearch[]> {
  const row = { id: ID, value: jsonValue([]), updatedAt: new Date(at) }
  await tx.setting.createMany({ data: [row], skipDuplicates: true })
  await tx.$queryRaw`SELECT 1 FROM "Setting" WHERE id = ${ID} FOR UPDATE`
  return savedSearches(tx)
}

export async function storeSavedSearches(
  tx: Tx,
  { searches, at }: { searches: SavedSearch[]; at: string },
): Promise<void> {
  const data = { value: jsonValue(searches), updatedAt: new Date(at) }
  await tx.setting.update({ where: { id: ID }, data })
}
