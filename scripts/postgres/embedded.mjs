import fs from 'node:fs'
import path from 'node:path'
import { withLock } from '../process/lock.mjs'
import { addToList, livingOn, takeOffList } from '../process/process-entry.mjs'
import { OWNER, passwordOf, serverPasswordOf, startCluster, stopCluster } from './cluster.mjs'
import { postgresBinaries, postgresPlace } from './place.mjs'
import { runningPostmaster } from './postmaster.mjs'
import { makeServerRole } from './server-role.mjs'

/**
 * Joins the embedded Postgres of an installation, starting it where nobody has. The processes of an installation
 * share it; whoever leaves last stops it. A process that died without leaving does not count.
 *
 * @param {{ root: string, dataDir: string, durable?: boolean, say?: (text: string) => void, signal?: AbortSignal }} options
 * @returns {Promise<{ ownerUrl: string, serverUrl: string, port: number, pid: number, home: string, started: boolean,
 *   leave: () => Promise<void>, ensureRunning: () => Promise<boolean> }>} The addresses name the database
 *   "countersign", which `migrate` makes: for whoever owns its tables, and for servers, which own nothing.
 *   `ensureRunning` starts it again where it died, and says whether it had to.
 */
export async function joinPostgres({ root, dataDir, durable = true, say = () => {}, signal }) {
  const place = postgresPlace(dataDir)
  const binaries = postgresBinaries(root, place.account)
  const clientsOf = ({ home }) => path.join(home, 'clients')
  const clients = clientsOf(place)
  const locked = (work, stop, { home } = place) => withLock(path.join(home, 'lock'), work, { signal: stop })

  const { entry, running, ownerUrl, serverUrl } = await locked(async () => {
    const entry = addToList(clients)
    livingOn(clients)
    try {
      const running = await startCluster({ place, binaries, durable, signal, say })
      return { entry, running, ...(await addresses(place, running)) }
    } catch (error) {
      takeOffList(clients, entry)
      throw error
    }
  }, signal)
  if (running.started) say(`started Postgres on port ${running.port}`)

  let left = false
  const leave = () => {
    left = true
    const here = placeNow(place, running)
    const leaving = async () => {
      takeOffList(clientsOf(here), entry)
      if (livingOn(clientsOf(here)).length > 0) return
      await stopCluster({ place: here, binaries })
      if (!durable) fs.rmSync(here.cluster, { recursive: true, force: true })
    }
    return locked(leaving, undefined, here)
  }
  const ensureRunning = async () => {
    if (!fs.existsSync(place.cluster)) return false // it was moved, and nothing is to be begun in its place
    if (await runningPostmaster(place.cluster, { evenUnready: true })) return false
    return locked(
      async () => !left && (await startCluster({ place, binaries, durable, signal, say })).started,
      signal,
    )
  }
  const { port, pid, started } = running
  return { ownerUrl, serverUrl, port, pid, started, home: place.home, leave, ensureRunning }
}

/** The postmaster works in the folder of its cluster, whatever that or what it lies in is called by now. */
function placeNow(place, { pid }) {
  if (fs.existsSync(place.cluster) || process.platform !== 'linux') return place
  try {
    const cluster = fs.readlinkSync(`/proc/${pid}/cwd`)
    return fs.existsSync(path.join(cluster, 'postmaster.pid'))
      ? { ...place, cluster, home: path.dirname(cluster) }
      : place
  } catch (error) {
    if (error.code === undefined) throw error
    return place
  }
}

/** An older cluster has one role, which owns the tables: it goes on owning them, and the servers get another. */
async function addresses(place, { port }) {
  const ownerUrl = `postgresql://${OWNER}:${passwordOf(place)}@127.0.0.1:${port}/countersign`
  const role = { role: `${OWNER}_server`, password: serverPasswordOf(place) }
  return { ownerUrl, serverUrl: await makeServerRole({ adminUrl: ownerUrl, ...role }) }
}
