import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { keptSecret } from '../launch/data-dir.mjs'
import { diskFault, Fault } from '../process/fault.mjs'
import { isPortFree, randomFreePort } from '../process/port.mjs'
import { runCommand } from '../process/run-command.mjs'
import { hasDescriptors, openForChild } from './account.mjs'
import { endedPostmaster, runningPostmaster } from './postmaster.mjs'

/** Call these under the lock of the place, so that one process at a time starts, looks or stops. */

/** The role that the embedded Postgres is made with: it may do anything, and owns the tables. */
export const OWNER = 'countersign'

/** Its password; made before the cluster, so that no cluster is without one. */
export function passwordOf({ home, cluster }) {
  const file = path.join(home, 'password')
  if (fs.existsSync(cluster) && !fs.existsSync(file)) {
    throw new Fault(
      `${file} is missing, without which the database in ${cluster} cannot be opened: put it back from a copy.`,
    )
  }
  return keptSecret(file, newPassword)
}

/** That of the servers' role; where it is lost they get another. */
export const serverPasswordOf = ({ home }) => keptSecret(path.join(home, 'server-password'), newPassword)

const newPassword = () => randomBytes(24).toString('hex')

/**
 * Starts the postmaster, or finds it running. The port is kept, so that servers that lost their connections find
 * it again. Nothing but loopback is listened on, and every connection needs the password. What is not `durable`
 * survives whatever is killed, but not the end of the machine.
 *
 * @returns {Promise<{ pid: number, port: number, started: boolean }>}
 */
export async function startCluster({ place, binaries, durable = true, signal, say = () => {} }) {
  const found = await runningPostmaster(place.cluster)
  if (found) return { ...found, started: false }
  if (!fs.existsSync(path.join(place.cluster, 'PG_VERSION'))) {
    await makeCluster({ place, binaries, durable, signal })
  }
  checkVersion(place.cluster, binaries)
  endedPostmaster(place.cluster)
  for (let attempt = 0; attempt < 40; attempt++) {
    const port = await keptPort(place.home, say)
    const pid = await launch({ place, binaries, durable, port, signal })
    if (pid) return { pid, port, started: true }
    if (!/shared memory|could not (create any|bind)|lock file/.test(lastWords(place.home))) break
    await wait(250, undefined, { signal }) // children of a killed postmaster hold the memory a moment longer
  }
  const full = diskFault(lastWords(place.home), place.home)
  if (full) throw full
  const [why] = lastWords(place.home)
    .split('\n')
    .filter(line => /FATAL|PANIC|ERROR/.test(line))
  throw new Fault(
    `The embedded Postgres does not start (${why ?? 'it says nothing'}): see ${path.join(place.home, 'log')}.`,
  )
}

const lastWords = home =>
  fs.readFileSync(path.join(home, 'log'), 'utf8').trim().split('\n').slice(-6).join('\n')

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export async function stopCluster({ place, binaries }) {
  const found = await runningPostmaster(place.cluster)
  if (!found) return
  if (process.platform === 'win32') {
    const pgCtl = path.join(binaries, 'bin', 'pg_ctl.exe')
    spawnSync(pgCtl, ['stop', '-D', place.cluster, '-m', 'fast', '-w', '-t', '10'], { stdio: 'ignore' })
    return
  }
  for (const [kill, seconds] of [
    ['SIGINT', 8],
    ['SIGQUIT', 5],
    ['SIGKILL', 2],
  ]) {
    process.kill(found.pid, kill)
    for (let waited = 0; waited < seconds * 40; waited++) {
      if (!(await runningPostmaster(place.cluster, { evenUnready: true }))) return
      await wait(25)
    }
  }
}

/**
 * Into a sibling folder that is renamed when whole: a kill half-way leaves no half-made cluster. An initdb that
 * outlived a killed launcher is ended before ours starts, and what it made goes with our own leavings.
 */
async function makeCluster({ place, binaries, durable, signal }) {
  const { home, cluster, account } = place
  const draft = path.join(home, `cluster-draft-${process.pid}`)
  const passwordFile = path.join(home, `password-draft-${process.pid}`)
  fs.rmSync(draft, { recursive: true, force: true })
  fs.mkdirSync(draft, { mode: 0o700 })
  fs.writeFileSync(passwordFile, passwordOf(place), { mode: 0o600 })
  if (account) for (const file of [draft, passwordFile]) fs.chownSync(file, account.uid, account.gid)
  const given = openFor(account, [draft, passwordFile])
  const [folder, pwfile] = given.paths
  const access = ['-U', OWNER, '-A', 'scram-sha-256', `--pwfile=${pwfile}`]
  const kind = ['-E', 'UTF8', '--locale=C', '--no-instructions', ...(durable ? [] : optionsOf(QUICK_LOGIN))]
  try {
    const { code, output } = await runCommand({
      ...runAs(account),
      program: path.join(binaries, 'bin', 'initdb'),
      args: ['-D', folder, ...access, ...kind],
      descriptors: given.descriptors,
      logFile: path.join(home, 'initdb.log'),
      alone: path.join(home, 'initdb.pid'),
      signal,
    })
    if (code !== 0) throw noCluster(home, output)
    fs.renameSync(draft, cluster)
  } finally {
    given.close()
    const drafts = fs.readdirSync(home).filter(name => /^(cluster|password)-draft-/.test(name))
    for (const name of drafts) fs.rmSync(path.join(home, name), { recursive: true, force: true })
  }
}

function noCluster(home, output) {
  const full = diskFault(output, home)
  if (full) return full
  const why = output.trim().split('\n').filter(Boolean).slice(-2).join('; ')
  return new Fault(
    `The embedded Postgres cannot make its folder in ${home} (${why}): mend that, or set DATABASE_URL.`,
  )
}

function checkVersion(cluster, binaries) {
  const have = fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  const { stdout } = spawnSync(path.join(binaries, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })
  const bring = /(\d+)(?:\.\d+)?/.exec(stdout ?? '')?.[1]
  if (bring === undefined || bring === have) return
  throw new Fault(
    `The database in ${cluster} was made by Postgres ${have}, and this Countersign brings ${bring}: start it with the Countersign that made it, or set DATABASE_URL to a Postgres that holds a copy of it.`,
  )
}

async function keptPort(home, say) {
  const file = path.join(home, 'port')
  const kept = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0
  if (kept && (await isPortFree(kept, '127.0.0.1'))) return kept
  const port = await randomFreePort()
  if (kept) say(`port ${kept} of the embedded Postgres is taken, using ${port}`)
  fs.writeFileSync(file, String(port))
  return port
}

/** The process number of a postmaster that is ready; undefined where it ended before it was. */
async function launch({ place: { home, cluster, account }, binaries, durable, port, signal }) {
  const logFile = path.join(home, 'log')
  const size = fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  const log = fs.openSync(logFile, size > 5_000_000 ? 'w' : 'a', 0o600)
  const settings = optionsOf({ ...SETTINGS, ...(durable ? {} : PASSING) })
  const given = openFor(account, [cluster])
  const child = spawn(
    path.join(binaries, 'bin', 'postgres'),
    ['-D', ...given.paths, '-p', String(port), ...settings, '-c', `countersign.cluster=${cluster}`],
    { ...runAs(account), detached: true, stdio: ['ignore', log, log, ...given.descriptors] },
  )
  fs.closeSync(log)
  given.close()
  child.unref()
  let ended = false
  child.on('exit', () => (ended = true)).on('error', () => (ended = true))
  const deadline = Date.now() + 120_000 // after a crash it replays its log first
  while (!ended && Date.now() < deadline) {
    if (signal?.aborted) child.kill('SIGINT')
    signal?.throwIfAborted()
    const found = await runningPostmaster(cluster)
    if (found) return found.pid
    await wait(20)
  }
  return undefined
}

const optionsOf = settings => Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '128MB',
  synchronous_commit: 'on',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  cluster_name: 'countersign',
}

/** Tests connect by the ten thousand, by passwords that are nobody's secret and too long to be guessed. */
const QUICK_LOGIN = { scram_iterations: '1' }

/** For databases that live for one test: nothing of them is kept for the end of the machine, nor tidied up. */
const PASSING = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  ...QUICK_LOGIN,
}

/** Another account is given open what it is to work with: it may pass no folder of ours. */
const openFor = (account, names) =>
  account && hasDescriptors ? openForChild(names) : { paths: names, descriptors: [], close: () => {} }

/** Nothing of our environment is Postgres' business, keys least of all. */
const runAs = account => ({
  ...(account && { uid: account.uid, gid: account.gid }),
  cwd: '/',
  env: {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    ...(process.platform === 'win32' && { SystemRoot: process.env.SystemRoot }),
  },
})
