import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Fault } from '../process/fault.mjs'
import { withLock } from '../process/lock.mjs'
import { runCommand } from '../process/run-command.mjs'

/** Where what we know about this checkout is kept: not in node_modules, which `npm ci` empties. */
export const checkoutDir = root => path.join(root, '.countersign', 'checkout')

/** Two processes of one checkout never install, generate or build at the same time. */
export const checkoutLock = root => path.join(checkoutDir(root), 'lock')

/**
 * Makes something of this checkout, unless it is made: by one process at a time, whoever waits looks again.
 *
 * @param {{ root: string, say: (text: string) => void, signal?: AbortSignal, isMade: () => boolean, what: string,
 *   make: () => Promise<void> }} options
 */
export async function ensureMade({ root, say, signal, isMade, what, make }) {
  if (isMade()) return
  const once = async () => {
    if (isMade()) return
    say(what)
    await make()
  }
  const onWait = () => say('another process is at work in this folder, waiting for it')
  await withLock(checkoutLock(root), once, { signal, onWait })
}

/**
 * Runs one of the installed programs, which makes something of the sources that `hash` stands for.
 *
 * @param {{ root: string, dataDir: string, name: string, args: string[], env: Record<string, string | undefined>,
 *   stamp: string, hash: string, signal?: AbortSignal, complain: (output: string, logFile: string) => string }} options
 */
export async function makeBy({ root, dataDir, name, args, env, stamp, hash, signal, complain }) {
  fs.rmSync(stamp, { force: true })
  const logFile = path.join(dataDir, 'logs', `${name}.log`)
  const alone = path.join(checkoutDir(root), `${name}.pid`)
  const command = { program: process.execPath, args, cwd: root, env, logFile, alone, signal }
  const { code, output } = await runCommand(command)
  if (code !== 0) throw new Fault(complain(output, logFile))
  writeStamp(stamp, hash)
}

/** A stamp says of which sources something was made. It is written last, so half-made things have none. */
export function readStamp(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

export function writeStamp(file, hash) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, hash)
}

/**
 * One hash over files and folders, names and contents; what does not exist counts as such.
 *
 * @param {string} root
 * @param {string[]} names relative to the root
 * @param {(name: string) => boolean} leaveOut asked with each name below a folder, relative to the root
 */
export function hashOf(root, names, leaveOut = () => false) {
  const hash = createHash('sha256')
  const add = name => {
    const file = path.join(root, name)
    const stat = fs.statSync(file, { throwIfNoEntry: false })
    if (stat?.isDirectory()) {
      for (const child of fs.readdirSync(file).sort()) {
        const below = `${name}/${child}`
        if (!leaveOut(below)) add(below)
      }
    } else {
      hash.update(`${name}\0${stat ? stat.size : 'none'}\0`)
      if (stat) hash.update(fs.readFileSync(file))
    }
  }
  names.forEach(add)
  return hash.digest('hex')
}
