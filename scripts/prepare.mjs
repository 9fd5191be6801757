import { openDataDir } from './data-dir.mjs'
import { ensureGenerated } from './generate.mjs'
import { ensureInstalled } from './install.mjs'
import { onRecentNode } from './node.mjs'
import { joinPostgres } from './postgres.mjs'
import { readSettings } from './settings.mjs'

/**
 * What every script needs first: valid settings, a writable data directory, a recent Node under us, the
 * dependencies and the generated client. On an old Node it does not return: the same script runs on a newer one.
 *
 * @param {{ say: (text: string) => void, signal: AbortSignal }} life
 * @param {(settings: ReturnType<typeof readSettings>) => Promise<void>} check what would be in vain otherwise
 */
export async function prepareTools({ say, signal }, check = async () => {}) {
  const settings = readSettings(process.env)
  const options = { ...settings, say, signal }
  openDataDir(settings)
  await onRecentNode(options)
  await check(settings)
  await ensureInstalled(options)
  await ensureGenerated(options)
  return settings
}

/**
 * The database of an installation, migrated: the given one, else the embedded one, which `leave` gives back.
 *
 * @param {ReturnType<typeof readSettings>} settings
 * @param {{ say: (text: string) => void, signal: AbortSignal }} life
 */
export async function openDatabase(settings, { say, signal }) {
  const { migrate } = await import('./migrate.mjs')
  const database = settings.databaseUrl
    ? { url: settings.databaseUrl, leave: async () => {}, ensureRunning: async () => false }
    : await joinPostgres({ ...settings, say, signal })
  try {
    await migrate({ url: database.url, root: settings.root, say })
    return database
  } catch (error) {
    await database.leave()
    throw error
  }
}
