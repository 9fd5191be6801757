import fs from 'node:fs'
import path from 'node:path'
import { isEntryAlive, newEntry } from './process-entry.mjs'

/** Writes this process into a list of clients, one file each. Returns the entry. */
export function addClient(folder) {
  fs.mkdirSync(folder, { recursive: true })
  const entry = newEntry()
  fs.writeFileSync(path.join(folder, entry), '')
  return entry
}

export const removeClient = (folder, entry) => fs.rmSync(path.join(folder, entry), { force: true })

/** The clients that live. Those that died without a word are taken off the list. */
export function livingClients(folder) {
  return fs.readdirSync(folder).filter(entry => {
    if (isEntryAlive(entry)) return true
    fs.rmSync(path.join(folder, entry), { force: true })
    return false
  })
}
