import { constants, promises as fs, type Stats } from 'node:fs'
import type { Folder } from './folder'
import { type Refused, refused } from './refused'
import { errorCode, refusedBy } from './refused-by'

/** Never waits for the other end of a FIFO, never takes a terminal, never follows a link. */
const FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

export type OpenedFile = { kind: 'file'; handle: fs.FileHandle; stats: Stats } | { kind: 'absent' } | Refused

/**
 * Opens a regular file of an open folder to read it; the caller closes it. A file with several names is
 * refused: one of them may lie outside the workspace. `path` is for the words.
 */
export async function openFile(folder: Folder, name: string, path: string): Promise<OpenedFile> {
  let handle: fs.FileHandle
  try {
    handle = await fs.open(folder.at(name), FLAGS)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return { kind: 'absent' }
    if (code === 'ELOOP') return refused(`${path} is a symbolic link: links are not followed.`)
    if (code === 'ENXIO') return refused(`${path} is not a regular file.`)
    return refusedBy(error, path)
  }
  const stats = await handle.stat()
  const fault = faultOf(stats)
  if (fault === null) return { kind: 'file', handle, stats }
  await handle.close()
  return refused(`${path} ${fault}`)
}

function faultOf(stats: Stats): string | null {
  if (stats.isDirectory()) return 'is a folder, not a file.'
  if (!stats.isFile()) return 'is not a regular file.'
  return stats.nlink === 1
    ? null
    : 'has several names (hard links), and one of them may lie outside the workspace.'
}
