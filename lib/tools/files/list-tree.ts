import type { Folder } from '../workspace/folder'
import { startWalk, type Visited, type Walk, walkTree } from './walk-tree'

/** `path` is relative to the workspace. `folder` is one that was not gone into. */
export type TreeEntry =
  | { kind: 'file'; path: string; size: number }
  | { kind: 'link' | 'folder' | 'other'; path: string }

export type Tree = Pick<Walk, 'cut' | 'leftOut'> & { entries: TreeEntry[] }

/** Entries of one listing. */
const MOST_ENTRIES = 1000

/** Lists a folder and the folders below it. Throws as the walk does. */
export async function listTree(folder: Folder, path: string, signal: AbortSignal): Promise<Tree> {
  const walk = startWalk(signal)
  const entries: TreeEntry[] = []
  for await (const visited of walkTree(folder, path, walk)) {
    if (entries.length === MOST_ENTRIES) {
      walk.cut = true
      break
    }
    entries.push(entryOf(visited))
  }
  return { entries, cut: walk.cut, leftOut: walk.leftOut }
}

function entryOf({ path, stats }: Visited): TreeEntry {
  if (stats.isFile()) return { kind: 'file', path, size: stats.size }
  if (stats.isDirectory()) return { kind: 'folder', path }
  return { kind: stats.isSymbolicLink() ? 'link' : 'other', path }
}
