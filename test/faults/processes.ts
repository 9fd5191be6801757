import { readdirSync, readFileSync } from 'node:fs'

/** A process; its start time tells it from a later one with the same number. */
export type ProcessSeen = { pid: number; parent: number; startedAt: string; name: string }

/** Every process that this machine shows; none where it has no /proc. */
function processes(): ProcessSeen[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(name => read(Number(name)) ?? [])
  } catch {
    return []
  }
}

/** Undefined for a process that has ended, a zombie included: nobody needs to wait for that one. */
function read(pid: number): ProcessSeen | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    return { pid, parent: Number(parent), startedAt: rest[17] ?? '', name }
  } catch {
    return undefined
  }
}

/**
 * For how many milliseconds a process was ready to go on, and others had the processors: that says how busy the machine
 * is and nothing about the process. None where the system does not tell.
 */
export function queuedMs(pid: number): number {
  try {
    const [, nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    return 0
  }
}

/** Those below a process, at any depth. */
export function descendantsOf(pid: number): ProcessSeen[] {
  const all = processes()
  const below = (parent: number): ProcessSeen[] =>
    all.filter(one => one.parent === parent).flatMap(one => [one, ...below(one.pid)])
  return below(pid)
}

export const stillRunning = (seen: ProcessSeen[]): ProcessSeen[] =>
  seen.filter(one => read(one.pid)?.startedAt === one.startedAt)
