import { promises as fs, type Stats } from 'node:fs'
import type { Folder } from '../workspace/folder'
import { platformFolders } from '../workspace/platform-folders'
import { errorCode } from '../workspace/refused-by'

/** An entry on the way, reached through the folder that it lies in. A folder that was gone into is none. */
export type Visited = { path: string; folder: Folder; name: string; stats: Stats }

/** What a walk has left out so far. */
export type Walk = {
  signal: AbortSignal
  /** There is more than the bounds let through. */
  cut: boolean
  /** Entries were left out by their name. */
  leftOut: boolean
  seen: number
}

export const startWalk = (signal: AbortSignal): Walk => ({ signal, cut: false, leftOut: false, seen: 0 })

/** Bounds of one walk: entries looked at in one folder and in all, depth. */
const MOST_IN_FOLDER = 10_000
const MOST_SEEN = 50_000
const DEEPEST = 20

const LEFT_OUT = new Set(['node_modules', '__pycache__', 'venv'])

/**
 * Goes through a folder and the folders below it, sorted by name within each. Links are met, not followed.
 * `path` is that of the folder from the workspace. Throws the signal's reason, and the errors of the file
 * system about the folder itself.
 */
export async function* walkTree(folder: Folder, path: string, walk: Walk): AsyncGenerator<Visited> {
  yield* entriesOf(folder, { prefix: path === '' ? '' : `${path}/`, depth: 1 }, walk)
}

type Position = { prefix: string; depth: number }

async function* entriesOf(folder: Folder, { prefix, depth }: Position, walk: Walk): AsyncGenerator<Visited> {
  for (const name of await names(folder, walk)) {
    walk.signal.throwIfAborted()
    const stats = await statsOf(folder, name)
    if (!stats) continue
    const visited = { path: prefix + name, folder, name, stats }
    const child = stats.isDirectory() && depth < DEEPEST ? await openChild(folder, name) : null
    if (!child) yield visited
    else {
      try {
        yield* entriesOf(child, { prefix: `${visited.path}/`, depth: depth + 1 }, walk)
      } finally {
        await child.close()
      }
    }
  }
}

/** `null` for a folder that may not be opened, or that is none by now. */
async function openChild(parent: Folder, name: string): Promise<Folder | null> {
  try {
    return await platformFolders.openChild(parent, name)
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return null
  }
}

async function names(folder: Folder, walk: Walk): Promise<string[]> {
  const found: string[] = []
  for await (const { name } of await fs.opendir(folder.self, { bufferSize: 512 })) {
    walk.signal.throwIfAborted()
    walk.seen += 1
    if (name.startsWith('.') || LEFT_OUT.has(name)) walk.leftOut = true
    else found.push(name)
    if (walk.seen >= MOST_SEEN || found.length >= MOST_IN_FOLDER) {
      walk.cut = true
      break
    }
  }
  return found.sort()
}

/** `null` where the entry is gone by now, or has a name that cannot be given as text. */
async function statsOf(folder: Folder, name: string): Promise<Stats | null> {
  try {
    return await fs.lstat(folder.at(name))
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return null
  }
}
