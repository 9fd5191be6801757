import { Refusal } from '@/lib/domain/contract/problem'
import type { Hook } from '@/lib/domain/hooks/hook'
import type { Instant } from '@/lib/domain/instant'
import { readPlugin } from '@/lib/hooks/read-plugins'
import { sha256 } from '@/lib/record/digest'
import { Rows } from '@/lib/store/connection/rows'
import { findHook, saveHook } from '@/lib/store/hooks/hook'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import type { Deps } from '../process/deps'
import { transact } from './transaction'

type Storing = Pick<Deps, 'db' | 'bus' | 'clock' | 'signer' | 'log'>

/** Makes another hook of one, or none: every session goes by that from its next commit on. */
export function storeHook(
  deps: Storing,
  { id, by, once }: { id: string; by: string; once?: OnceKey | undefined },
  change: (before: Hook | null, at: Instant) => Hook | null | Refusal,
): Promise<Hook | null | Refusal> {
  return transact<Hook | null>(deps, once, async unit => {
    const before = await findHook(unit.tx, id)
    const after = change(before, unit.at)
    if (after instanceof Refusal) return after
    const hook = after ?? before
    if (!hook) return null
    const rows = new Rows()
    saveHook(rows, { before, after })
    await rows.write(unit.tx)
    const type = before ? (after ? 'hook.changed' : 'hook.removed') : 'hook.added'
    await unit.record({ type, data: { hook, by } })
    return after
  })
}

/** Where plugins lie: the owner's first. */
export const pluginsIn = ({ dataDir, workspaceRoot }: Pick<Deps, 'dataDir' | 'workspaceRoot'>) => ({
  roots: [...(dataDir ? [dataDir] : []), workspaceRoot],
  hash: sha256,
})

/** The folder of a hook's plugin, if it still holds what it did; else the hook is turned off. */
export async function pinnedFolder(
  deps: Storing & Pick<Deps, 'dataDir' | 'workspaceRoot'>,
  { id, plugin: name, pin }: Hook,
): Promise<string | null> {
  const plugin = await readPlugin(name ?? '', pluginsIn(deps))
  if (plugin && plugin.pin === pin) return plugin.folder
  await storeHook(deps, { id, by: 'countersign' }, (before, at) =>
    before && before.pin === pin ? { ...before, enabled: false, why: 'changed', updatedAt: at } : before,
  )
  return null
}
