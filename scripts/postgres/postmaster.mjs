import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { canConnect } from '../process/port.mjs'

/**
 * The postmaster of a cluster: the live process that its pid file names, once it is ready.
 *
 * @returns {Promise<{ pid: number, port: number } | undefined>}
 */
export async function runningPostmaster(cluster, { evenUnready = false } = {}) {
  const noted = readPidFile(cluster)
  if (!noted || !isPostmaster(noted.pid, cluster)) return undefined
  if (evenUnready) return noted
  return noted.status === 'ready' && (await canConnect(noted.port, '127.0.0.1')) ? noted : undefined
}

/** Removes the pid file of a postmaster that is gone: its number may be another program's by now. */
export function endedPostmaster(cluster) {
  const noted = readPidFile(cluster)
  if (noted && !isPostmaster(noted.pid, cluster))
    fs.rmSync(path.join(cluster, 'postmaster.pid'), { force: true })
}

function readPidFile(cluster) {
  try {
    const lines = fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() }
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** A pid alone may have been given out again: a postmaster works in the folder of its cluster, which it is told. */
function isPostmaster(pid, cluster) {
  if (!(pid > 0)) return false
  try {
    if (process.platform === 'linux') return isLinuxPostmaster(pid, fs.realpathSync(cluster))
    process.kill(pid, 0)
    if (process.platform === 'win32') return true
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      'postgres',
    )
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(error.code) || error.status === 1) return false
    throw error
  }
}

/** Where root lacks the right to look into other accounts' processes, as in many containers, only the words show. */
function isLinuxPostmaster(pid, cluster) {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch (error) {
    if (error.code !== 'EACCES') throw error
    const words = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return words.some(word => word === cluster || word === `countersign.cluster=${cluster}`)
  }
}
