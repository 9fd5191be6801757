import { Refusal } from '@/lib/domain/contract/problem'
import type { Hook } from '@/lib/domain/hooks/hook'
import type { Instant } from '@/lib/domain/instant'
import { copyPlugin, type Plugin, readPlugin } from '@/lib/hooks/read-plugins'
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

type Folders = Pick<Deps, 'dataDir' | 'workspaceRoot'>

/** Where plugins lie: the owner's first. Without a data directory there is no place for the copies that run: none. */
export const pluginsIn = ({ dataDir, workspaceRoot }: Folders) => ({
  roots: dataDir ? [dataDir, workspaceRoot] : [],
  hash: sha256,
})

/** The plugin that was turned on, and its copy, as long as the original still is what it was. */
export async function pinnedPlugin(
  deps: Folders,
  { plugin: name, pin }: Pick<Hook, 'plugin' | 'pin'>,
): Promise<{ plugin: Plugin; folder: string } | null> {
  const plugin = await readPlugin(name ?? '', pluginsIn(deps))
  if (!deps.dataDir || plugin?.pin !== pin || !plugin) return null
  return { plugin, folder: await copyPlugin(plugin, deps.dataDir) }
}

/** The folder that a plugin's hook runs from; where the plugin is another, the hook is turned off. */
export async function pinnedFolder(deps: Storing & Folders, hook: Hook): Promise<string | null> {
  const pinned = await pinnedPlugin(deps, hook)
  if (pinned) return pinned.folder
  const { id, pin } = hook
  await storeHook(deps, { id, by: 'countersign' }, (before, at) =>
    before && before.pin === pin ? { ...before, enabled: false, why: 'changed', updatedAt: at } : before,
  )
  return null
}
