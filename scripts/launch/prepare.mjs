import { joinPostgres } from '../postgres/embedded.mjs'
import { openDataDir } from './data-dir.mjs'
import { ensureGenerated, isGenerated } from './generate.mjs'
import { ensureInstalled } from './install.mjs'
import { onRecentNode } from './node.mjs'
import { readSettings } from './settings.mjs'

/**
 * What every script needs first: valid settings, a writable data directory, a recent Node under us, the
 * dependencies and the generated client. On an old Node it does not return: the same script runs on a newer one.
 *
 * @typedef {ReturnType<typeof readSettings>} Settings
 * @param {{ say: (text: string) => void, signal: AbortSignal,
 *   time?: <Result>(name: string, work: () => Promise<Result>) => Promise<Result> }} life `time` takes the time of a part
 * @param {{ check?: (settings: Settings) => Promise<void>, isReady?: (root: string) => boolean }} [more]
 *   `check`: what would be in vain otherwise; `isReady`: nothing has to be built any more
 */
export async function prepareTools({ say, signal, time = (_, work) => work() }, more = {}) {
  const { check = async () => {}, isReady = () => false } = more
  const settings = readSettings(process.env)
  const options = { ...settings, say, signal }
  openDataDir(settings)
  await onRecentNode(options)
  await check(settings)
  const withTools = !(isReady(settings.root) && isGenerated(settings.root))
  await time('install', () => ensureInstalled({ ...options, withTools }))
  await time('generate', () => ensureGenerated(options))
  return settings
}

/**
 * The database of an installation, migrated: the given one, else the embedded one, which `leave` gives back. Servers
 * work by its `serverUrl`; nobody but the migrations needs the owner's.
 *
 * @param {Settings} settings
 * @param {{ say: (text: string) => void, signal: AbortSignal }} life
 */
export async function openDatabase(settings, { say, signal }) {
  const { migrate } = await import('../postgres/migrate.mjs')
  const database = await joinDatabase(settings, { say, signal })
  try {
    await migrate({ url: database.ownerUrl, serverUrl: database.serverUrl, root: settings.root, say })
    return database
  } catch (error) {
    await database.leave()
    throw error
  }
}

/** The same as it is: nothing is migrated. */
export const joinDatabase = async (settings, { say, signal }) =>
  ownDatabase(settings) ?? (await joinPostgres({ ...settings, say, signal }))

/** One that is not ours to start and stop. */
const ownDatabase = ({ databaseUrl, databaseOwnerUrl = databaseUrl }) =>
  databaseUrl && {
    ownerUrl: databaseOwnerUrl,
    serverUrl: databaseUrl,
    leave: async () => {},
    ensureRunning: async () => false,
  }
