import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { diskFault, Fault } from '../process/fault.mjs'
import { newEntry } from '../process/process-entry.mjs'
import { isAuditKey } from './settings.mjs'
import { checkoutDir } from './stamp.mjs'

/** Makes the data directory and the workspace, and sees to it that this account can write there. */
export function openDataDir({ dataDir, workspace, root }) {
  if (isWithin(dataDir, workspace)) refuseLost(dataDir, noteOf(root))
  makeFolder(dataDir, { name: 'data directory', variable: 'COUNTERSIGN_DATA_DIR', mode: 0o700 })
  keepPrivate(dataDir)
  makeFolder(workspace, { name: 'workspace', variable: 'COUNTERSIGN_WORKSPACE' })
}

/** Written into it by every server that may work on the workspace. */
const hasMarker = dataDir => fs.existsSync(path.join(dataDir, 'workspace-id'))

const isWithin = (place, folder) => place.startsWith(folder + path.sep)
const noteOf = root => path.join(checkoutDir(root), 'data-dirs')
const readNote = note => (fs.existsSync(note) ? fs.readFileSync(note, 'utf8').split('\n') : [])

/** A data directory that lies in the workspace is noted, since whoever works there may move it. */
export function noteDataDir({ dataDir, workspace, root }) {
  const note = noteOf(root)
  if (!isWithin(dataDir, workspace) || !hasMarker(dataDir) || readNote(note).includes(dataDir)) return
  make(path.dirname(note))
  fs.appendFileSync(note, `${dataDir}\n`)
}

/** Where one was, nothing is begun anew unasked. */
function refuseLost(dataDir, note) {
  if (!readNote(note).includes(dataDir) || hasMarker(dataDir)) return
  throw new Fault(
    `The data directory ${dataDir} was in use and is empty or gone: put it back, or remove its line from ${note} to begin anew.`,
  )
}

/** One that others could enter, as older versions made root's, is closed to them. */
function keepPrivate(dataDir) {
  if (process.platform === 'win32' || (fs.statSync(dataDir).mode & 0o077) === 0) return
  try {
    fs.chmodSync(dataDir, 0o700)
  } catch (error) {
    if (error.code !== 'EPERM') throw error
    throw new Fault(
      `The data directory ${dataDir} can be entered by others and belongs to somebody else: give it to ${account()}, or set COUNTERSIGN_DATA_DIR to another folder.`,
    )
  }
}

function makeFolder(folder, { name, variable, mode }) {
  try {
    make(folder, mode)
    const probe = path.join(folder, `.probe-${newEntry()}`)
    try {
      fs.writeFileSync(probe, 'x')
    } finally {
      fs.rmSync(probe, { force: true })
    }
  } catch (error) {
    if (error.code === undefined) throw error
    const full = diskFault({ code: error.code, path: folder })
    if (full) throw full
    throw new Fault(
      `The ${name} ${folder} cannot be written (${error.code}): make it writable for ${account()}, or set ${variable} to another folder.`,
    )
  }
}

/** Containers run under numbers that have no name. */
function account() {
  try {
    return os.userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}

/** One by one: where a system makes no folders, as below /proc, Node's own recursive mkdir never returns. */
function make(folder, mode) {
  if (fs.existsSync(folder)) return
  make(path.dirname(folder))
  try {
    fs.mkdirSync(folder, { mode })
  } catch (error) {
    if (error.code !== 'EEXIST') throw error // another process was first
  }
}

/** What V8 made of the server's code, so that the next start need not: of no use once something else is built. */
export const compileCache = dataDir => path.join(dataDir, 'compile-cache')

/** The owner's token: the one given, else the one kept, else a new one that is kept. */
export function ownersToken({ dataDir, token }) {
  if (token !== undefined) return token
  const file = path.join(dataDir, 'token')
  const kept = keptSecret(file, () => randomBytes(32).toString('base64url'))
  if (/^[\x21-\x7e]{32,}$/.test(kept)) return kept
  throw new Fault(`${file} holds no token of at least 32 characters: delete it to get a new one.`)
}

/** The seed of the key that signs the record's heads: given, kept or new. */
export function auditKey({ dataDir, auditKey }) {
  if (auditKey !== undefined) return auditKey
  const file = path.join(dataDir, 'audit-key')
  const kept = keptSecret(file, () => randomBytes(32).toString('hex'))
  if (isAuditKey(kept)) return kept
  throw new Fault(
    `${file} does not hold 64 hexadecimal digits: put the key back from a copy, the record is signed with it.`,
  )
}

/**
 * Reads a secret from a file of mode 0600, and makes it where there is none. Of several processes that make it
 * at once, all get the same one: only the first link succeeds, and the file is whole before it has its name.
 */
export function keptSecret(file, make) {
  if (!fs.existsSync(file)) {
    const draft = `${file}.${newEntry()}`
    fs.writeFileSync(draft, `${make()}\n`, { mode: 0o600 })
    try {
      fs.linkSync(draft, file)
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    } finally {
      fs.rmSync(draft, { force: true })
    }
  }
  if (process.platform !== 'win32' && (fs.statSync(file).mode & 0o077) !== 0) fs.chmodSync(file, 0o600)
  return fs.readFileSync(file, 'utf8').trim()
}
