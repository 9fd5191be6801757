import { constants, promises as fs, type Stats } from 'node:fs'
import { entryKey, errorCode, type Folder, type PathRefusal, refusalOf, refusePath } from './workspace-path'

/** Never blocks on a FIFO, never acquires a terminal, never follows a link. */
const FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

export type OpenedFile =
  | { kind: 'file'; handle: fs.FileHandle; stats: Stats }
  | { kind: 'absent' }
  | PathRefusal

/** Opens a regular file of an open folder for reading; the caller closes it. `path` is for messages. */
export async function openFile(folder: Folder, name: string, path: string): Promise<OpenedFile> {
  let handle: fs.FileHandle
  try {
    handle = await fs.open(folder.at(name), FLAGS)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return { kind: 'absent' }
    if (code === 'ELOOP') return refusePath(`${path} is a symbolic link: links are not followed.`)
    if (code === 'ENXIO') return refusePath(`${path} is not a regular file.`)
    return refusalOf(error, path)
  }
  const stats = await handle.stat()
  const fault = folder.closed?.has(entryKey(stats)) ? OURS : faultOf(stats)
  if (fault === null) return { kind: 'file', handle, stats }
  await handle.close()
  return refusePath(`${path} ${fault}`)
}

const OURS = 'belongs to Countersign itself: no tool may look into it or change it.'

function faultOf(stats: Stats): string | null {
  if (stats.isDirectory()) return 'is a folder, not a file.'
  return stats.isFile() ? null : 'is not a regular file.'
}

const CHUNK = 262_144

/**
 * Reads at most `most` bytes from the start of an open file. The file may grow, shrink or misreport its size
 * meanwhile. Throws the signal's reason between two chunks.
 */
export async function readBytes(handle: fs.FileHandle, most: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  while (length < most) {
    signal.throwIfAborted()
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, most - length))
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, length)
    if (bytesRead === 0) break
    chunks.push(chunk.subarray(0, bytesRead))
    length += bytesRead
  }
  return Buffer.concat(chunks, length)
}
