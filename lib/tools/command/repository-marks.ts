import { type BigIntStats, promises as fs } from 'node:fs'
import { openChild } from '../workspace/platform-folders'
import { type Folder, nullIfRefused } from '../workspace/workspace-path'

/** What git and other programs obey in a `.git`: gitrepository-layout(5), git-worktree(1), git-config(1). */
const OBEYED_FILES = new Set(['config', 'config.worktree', 'commondir'])
const OBEYED_FOLDERS = new Set(['hooks', 'info'])
/** Below these are more repositories, whose names may hold a slash. */
const NESTS = new Set(['modules', 'worktrees'])
const LARGE = new Set(['objects', 'refs', 'logs', 'lfs'])
const DEEPEST = 20

/** `late` and `most`: from when on, and from how many marks on, the rest is left out. */
type Marking = { late: AbortSignal; most: number; marks: Map<string, string> }

/** Marks what is obeyed in an open `.git`, and in those of its submodules and worktrees. No link is followed. */
export const markRepository = (folder: Folder, path: string, marking: Marking): Promise<void> =>
  markBelow({ folder, path, depth: 0 }, 'repository', marking)

/** `nest`: the folders below are repositories, or hold some. `obeyed`: all that is below counts. */
type Part = 'repository' | 'nest' | 'obeyed'
type Visit = { folder: Folder; path: string; depth: number }

async function markBelow({ folder, path, depth }: Visit, part: Part, marking: Marking): Promise<void> {
  const { late, most, marks } = marking
  const names = ((await nullIfRefused(() => fs.readdir(folder.self))) ?? []).sort()
  for (const name of names) {
    if (late.aborted || marks.size >= most) return
    const inside = partOf(name, part, names)
    if (inside === null) continue
    const stats = await nullIfRefused(() => fs.lstat(folder.at(name), { bigint: true }))
    if (stats === null) continue
    const child = stats.isDirectory() && depth < DEEPEST ? await openChild(folder, name) : null
    const below = `${path}/${name}`
    if (!child) {
      if (inside === 'obeyed') marks.set(below, markOf(stats))
      continue
    }
    await markBelow({ folder: child, path: below, depth: depth + 1 }, inside, marking).finally(child.close)
  }
}

/** What an entry is; null for what nobody obeys. Git runs no sample. */
function partOf(name: string, part: Part, names: string[]): Part | null {
  if (part === 'obeyed') return name.endsWith('.sample') ? null : part
  if (OBEYED_FILES.has(name) || OBEYED_FOLDERS.has(name)) return 'obeyed'
  if (part === 'repository') return NESTS.has(name) ? 'nest' : null
  return names.includes('HEAD') && LARGE.has(name) ? null : 'nest'
}

/** What differs once a file was changed, whatever times the one who did it has set. */
export const markOf = ({ dev, ino, size, mode, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mode, mtimeNs, ctimeNs].join(' ')
