import type { InstallationPatch, InstallationSettings } from '@/lib/domain/contract/installation-operations'
import type { Person } from '@/lib/domain/contract/person'
import type { Refusal } from '@/lib/domain/contract/problem'
import { readSettings, saveSettings } from '@/lib/store/connection/setting'
import { databaseNow } from '@/lib/store/connection/sql'
import type { Deps } from '../process/deps'
import { addInstallationFact } from '../write/installation-chain'
import { transact } from '../write/transaction'

/** A person sets something of the whole installation; its record keeps who set what. */
export async function changeSettings(
  deps: Deps,
  { patch, person }: { patch: InstallationPatch; person: Person },
): Promise<InstallationSettings | Refusal> {
  return transact<InstallationSettings>(deps, undefined, async unit => {
    const at = await databaseNow(unit.tx, deps.clock.offsetMs)
    await saveSettings(unit.tx, { patch, at })
    const data = { ...patch, by: person.id }
    await addInstallationFact(deps, { tx: unit.tx, at }, { type: 'settings.changed', data })
    return readSettings(unit.tx)
  })
}
