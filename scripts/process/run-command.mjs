import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { entryOf, isEntryAlive, pidOf } from './process-entry.mjs'

/**
 * Runs a program to its end, in a process group of its own, its output kept in `logFile`. An abort ends the
 * group, at the latest after `graceMs`, and throws the reason: npm would need a minute to take an install back,
 * and the next one throws away what is torn. `alone` names a file that remembers the process: where this
 * launcher was killed and the program lived on, the next one ends it before it starts its own.
 *
 * @param {{ program: string, args: string[], cwd: string, logFile: string,
 *   env?: Record<string, string | undefined>, uid?: number, gid?: number, alone?: string, graceMs?: number,
 *   descriptors?: number[],
 *   signal?: AbortSignal }} command
 * @returns {Promise<{ code: number | null, output: string }>} the last 20,000 characters of what it printed
 */
export async function runCommand(command) {
  const { program, args, cwd, env = process.env, uid, gid, logFile, alone, graceMs = 3000, signal } = command
  const { descriptors = [] } = command
  signal?.throwIfAborted()
  if (alone) endRemembered(alone)
  fs.mkdirSync(path.dirname(logFile), { recursive: true })
  const log = fs.openSync(logFile, 'w', 0o600)
  const detached = process.platform !== 'win32'
  const child = spawn(program, args, {
    cwd,
    env,
    uid,
    gid,
    detached,
    stdio: ['ignore', log, log, ...descriptors],
  })
  fs.closeSync(log)
  const ended = once(child, 'close')
  if (alone && child.pid) fs.writeFileSync(alone, entryOf(child.pid) ?? '')
  let late
  const kill = () => endGroup(child.pid, 'SIGKILL')
  const abort = () => {
    endGroup(child.pid, 'SIGTERM')
    late = setTimeout(kill, graceMs)
  }
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const [code] = await ended
    if (signal?.aborted) kill()
    signal?.throwIfAborted()
    return { code, output: tail(logFile) }
  } catch (error) {
    if (error.syscall?.startsWith('spawn')) return { code: null, output: error.message }
    throw error
  } finally {
    clearTimeout(late)
    signal?.removeEventListener('abort', abort)
    if (alone) fs.rmSync(alone, { force: true })
  }
}

function endRemembered(file) {
  const entry = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  if (isEntryAlive(entry)) endGroup(pidOf(entry), 'SIGKILL')
}

/** Signals a process and all that it started, where the system knows groups. */
export function endGroup(pid, signal) {
  if (!pid) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

function tail(file) {
  const text = fs.readFileSync(file, 'utf8')
  return text.slice(-20_000)
}
