/**
 * Ends a Postgres that nobody uses any more, and takes its data away: whoever started it for tests may have been killed
 * without a word. A process of its own, which outlives that one by a moment.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { withLock } from '../process/lock.mjs'
import { livingOn } from '../process/process-entry.mjs'
import { stopCluster } from './cluster.mjs'
import { postgresBinaries, postgresPlace } from './place.mjs'

const LOOK_MS = 500

/** @param {{ root: string, dataDir: string }} options */
export function startWarden({ root, dataDir }) {
  const args = [fileURLToPath(import.meta.url), root, dataDir]
  spawn(process.execPath, args, { detached: true, stdio: 'ignore', cwd: '/' }).unref()
}

async function watch(root, dataDir) {
  const place = postgresPlace(dataDir)
  const clients = path.join(place.home, 'clients')
  const endUnused = () =>
    withLock(path.join(place.home, 'lock'), async () => {
      if (livingOn(clients).length > 0) return false
      await stopCluster({ place, binaries: postgresBinaries(root, place.account) })
      // The rest is small, and somebody may be waiting for the lock in it.
      fs.rmSync(place.cluster, { recursive: true, force: true })
      return true
    })
  while (livingOn(clients).length > 0 || !(await endUnused())) await wait(LOOK_MS)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await watch(process.argv[2], process.argv[3])
