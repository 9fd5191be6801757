import path from 'node:path'
import { addClient, livingClients, removeClient } from './clients.mjs'
import { withLock } from './lock.mjs'
import { passwordOf, startCluster, stopCluster, USER } from './postgres-cluster.mjs'
import { postgresBinaries, postgresPlace } from './postgres-place.mjs'
import { runningPostmaster } from './postmaster.mjs'

/**
 * Joins the embedded Postgres of an installation, starting it where nobody has. The processes of an installation
 * share it; whoever leaves last stops it. A process that died without leaving does not count.
 *
 * @param {{ root: string, dataDir: string, durable?: boolean, say?: (text: string) => void, signal?: AbortSignal }} options
 * @returns {Promise<{ url: string, port: number, pid: number, home: string,
 *   leave: () => Promise<void>, ensureRunning: () => Promise<boolean> }>} `url` names the database "countersign",
 *   which `migrate` makes; `ensureRunning` starts it again where it died, and says whether it had to.
 */
export async function joinPostgres({ root, dataDir, durable = true, say = () => {}, signal }) {
  const place = postgresPlace(dataDir)
  const binaries = postgresBinaries(root, place.account)
  const clients = path.join(place.home, 'clients')
  const locked = (work, stop) => withLock(path.join(place.home, 'lock'), work, { signal: stop })

  const { entry, running } = await locked(async () => {
    const entry = addClient(clients)
    livingClients(clients)
    try {
      return { entry, running: await startCluster({ place, binaries, durable, signal, say }) }
    } catch (error) {
      removeClient(clients, entry)
      throw error
    }
  }, signal)
  if (running.started) say(`started Postgres on port ${running.port}`)

  let left = false
  const leave = () => {
    left = true
    return locked(async () => {
      removeClient(clients, entry)
      if (livingClients(clients).length === 0) await stopCluster({ place, binaries })
    })
  }
  const ensureRunning = async () => {
    if (await runningPostmaster(place.cluster, { evenUnready: true })) return false
    return locked(
      async () => !left && (await startCluster({ place, binaries, durable, signal, say })).started,
      signal,
    )
  }
  const url = `postgresql://${USER}:${passwordOf(place)}@127.0.0.1:${running.port}/countersign`
  return { url, port: running.port, pid: running.pid, home: place.home, leave, ensureRunning }
}
