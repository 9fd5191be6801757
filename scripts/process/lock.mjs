import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { livingOn, newEntry } from './process-entry.mjs'

/**
 * Runs `work` while no other process does so with the same folder. A holder that died, even by kill -9, holds
 * nothing.
 *
 * Lamport's bakery: everybody takes a number higher than all that he sees and waits for the lower ones. Each
 * writes files of his own only, so that what a dead process left can be removed by anybody at any time; a lock
 * file that is taken over cannot promise that.
 */
export async function withLock(folder, work, { signal, onWait = () => {} } = {}) {
  fs.mkdirSync(folder, { recursive: true })
  const mine = takeNumber(folder)
  try {
    await myNumberIsUp(folder, mine, { signal, onWait })
    return await work()
  } finally {
    fs.rmSync(path.join(folder, nameOf(mine)), { force: true })
  }
}

function takeNumber(folder) {
  const entry = newEntry()
  const choosing = path.join(folder, `choosing_${entry}`)
  fs.writeFileSync(choosing, '')
  const number = 1 + Math.max(0, ...tickets(folder).map(ticket => ticket.number))
  const mine = { number, entry }
  fs.writeFileSync(path.join(folder, nameOf(mine)), '')
  fs.rmSync(choosing)
  return mine
}

async function myNumberIsUp(folder, mine, { signal, onWait }) {
  let isWaiting = false
  // Two looks, in this order: who was choosing during the first look has his number on the door in the second.
  for (;;) {
    signal?.throwIfAborted()
    if (!isSomebodyChoosing(folder) && !tickets(folder).some(other => isBefore(other, mine))) return
    if (!isWaiting) onWait()
    isWaiting = true
    await wait(50, undefined, { signal })
  }
}

const isSomebodyChoosing = folder => livingOn(folder).some(name => name.startsWith('choosing_'))

const tickets = folder =>
  livingOn(folder)
    .filter(name => name.startsWith('ticket_'))
    .map(name => {
      const [, number, entry] = name.split('_')
      return { number: Number(number), entry }
    })

const nameOf = ({ number, entry }) => `ticket_${number}_${entry}`

const isBefore = (a, b) => a.number < b.number || (a.number === b.number && a.entry < b.entry)
