import { promises as fs, type Stats } from 'node:fs'
import { counted } from '@/lib/text/truncate'
import { type Folder, nullIfRefused } from '@/lib/tools/workspace/workspace-path'
import { openChild } from '../../workspace/platform-folders'

/**
 * An entry of a walk, reached through the folder that contains it. Folders that are entered are reported only where the
 * walk wants them.
 */
export type TreeVisit = { path: string; folder: Folder; name: string; stats: Stats }

/** What a walk has left out so far. */
export type TreeWalk = {
  signal: AbortSignal
  /** Folders are reported before what is in them. */
  wantsFolders: boolean
  /** There is more than the limits allow. */
  isCut: boolean
  /** Entries were left out by their name. */
  leftOut: boolean
  /** So many names are not UTF-8: no path leads there. */
  illegible: number
  count: number
}

export const startWalk = (signal: AbortSignal, wantsFolders = false): TreeWalk => ({
  signal,
  wantsFolders,
  isCut: false,
  leftOut: false,
  illegible: 0,
  count: 0,
})

/** What an answer says of the names that it does not hold. */
export const leftOutOf = ({ leftOut, illegible }: Pick<TreeWalk, 'leftOut' | 'illegible'>): string[] => [
  ...(leftOut ? ['Names that begin with a dot, node_modules, __pycache__ and venv are left out.'] : []),
  ...(illegible > 0 ? [`Left out because they are not UTF-8: ${counted(illegible, 'name')}.`] : []),
]

/** Limits of one walk: entries per folder and in all, and depth. */
const MOST_IN_FOLDER = 10_000
const MOST_SEEN = 50_000
const DEEPEST = 20

const LEFT_OUT = new Set(['node_modules', '__pycache__', 'venv'])

/**
 * Walks a folder and the folders below it, sorted by name within each. Links are reported but not followed. `path` is
 * that of the folder within the workspace. Throws the signal's reason, and file system errors about the folder itself.
 */
export async function* walkTree(folder: Folder, path: string, walk: TreeWalk): AsyncGenerator<TreeVisit> {
  yield* entriesOf(folder, { prefix: path === '' ? '' : `${path}/`, depth: 1 }, walk)
}

async function* entriesOf(
  folder: Folder,
  { prefix, depth }: { prefix: string; depth: number },
  walk: TreeWalk,
): AsyncGenerator<TreeVisit> {
  for (const name of await names(folder, walk)) {
    walk.signal.throwIfAborted()
    const stats = await nullIfRefused(() => fs.lstat(folder.at(name)))
    // A name that is no text leads nowhere.
    if (!stats && name.includes('\ufffd')) walk.illegible += 1
    if (!stats) continue
    const visited = { path: prefix + name, folder, name, stats }
    const child = stats.isDirectory() && depth < DEEPEST ? await openChild(folder, name) : null
    if (!child || walk.wantsFolders) yield visited
    if (child) {
      try {
        yield* entriesOf(child, { prefix: `${visited.path}/`, depth: depth + 1 }, walk)
      } finally {
        await child.close()
      }
    }
  }
}

async function names(folder: Folder, walk: TreeWalk): Promise<string[]> {
  const paths: string[] = []
  for await (const { name } of await fs.opendir(folder.self, { bufferSize: 512 })) {
    walk.signal.throwIfAborted()
    walk.count += 1
    if (name.startsWith('.') || LEFT_OUT.has(name)) walk.leftOut = true
    else paths.push(name)
    if (walk.count >= MOST_SEEN || paths.length >= MOST_IN_FOLDER) {
      walk.isCut = true
      break
    }
  }
  return paths.sort()
}
