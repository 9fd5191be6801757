import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/**
 * A name for something that a process holds, good as a file name: `pid-start-n`. The start of the process is
 * part of it, so that a later process with the same number is not taken for the one that died.
 */
export function newEntry() {
  made += 1
  return entryOf(process.pid, made)
}

/** The same for a process that we started. Null when it has ended already. */
export function entryOf(pid, n = 0) {
  const started = startOf(pid)
  return started === null ? null : `${pid}-${started}-${n}`
}

export function isEntryAlive(entry) {
  const [pid, started] = entry.split('-')
  return Number(pid) > 0 && startOf(Number(pid)) === started
}

export const pidOf = entry => Number(entry.split('-')[0])

/** Writes this process into a list, one file for each. Returns the entry, by whose name it is taken off again. */
export function addToList(folder) {
  fs.mkdirSync(folder, { recursive: true })
  const entry = newEntry()
  fs.writeFileSync(path.join(folder, entry), '')
  return entry
}

export const takeOffList = (folder, name) => fs.rmSync(path.join(folder, name), { force: true })

/** The processes on a list that live. Those that died without a word are taken off. */
export const livingOn = folder =>
  fs.readdirSync(folder).filter(name => {
    // A lock keeps more in a name than the entry, which comes last.
    const isAlive = isEntryAlive(name.split('_').pop())
    if (!isAlive) takeOffList(folder, name)
    return isAlive
  })

let made = 0
let boot

/** When a process started, as an opaque word; null when there is none. A zombie has ended. */
function startOf(pid) {
  if (process.platform === 'linux') return linuxStart(pid)
  if (process.platform === 'win32') return canSignal(pid) ? 'unknown' : null
  try {
    const started = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim()
    return started === '' || started.startsWith('Z') ? null : digest(started.replace(/^\S+\s+/, ''))
  } catch {
    return null
  }
}

function linuxStart(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    boot ??= digest(fs.readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'))
    return `${boot}.${fields[19]}`
  } catch {
    return null
  }
}

const digest = text => createHash('sha256').update(text).digest('hex').slice(0, 8)

function canSignal(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
