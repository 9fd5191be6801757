import { promises as fs } from 'node:fs'
import type { Folder } from './folder'
import { isLeftover } from './temporary-name'

/** Entries of one folder that are looked at. */
const MOST_ENTRIES = 10_000

/** Removes what writers that were killed left in a folder. Other writers may be sweeping it too. */
export async function sweepLeftovers(folder: Folder): Promise<void> {
  let seen = 0
  for await (const entry of await fs.opendir(folder.self, { bufferSize: 512 })) {
    if (entry.isFile() && isLeftover(entry.name)) await fs.rm(folder.at(entry.name), { force: true })
    seen += 1
    if (seen >= MOST_ENTRIES) break
  }
}
