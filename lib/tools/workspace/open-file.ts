import { closeSync, constants, fstatSync, openSync, read, readSync, type Stats } from 'node:fs'
import { promisify } from 'node:util'
import type { TextCode } from '@/lib/messages/phrase'
import { entryKey, errorCode, type Folder, type PathRefusal, refusalOf, refusePath } from './workspace-path'

/** Never blocks on a FIFO, never acquires a terminal, never follows a link. */
const FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

export type OpenedFile = { kind: 'file'; descriptor: number; stats: Stats } | { kind: 'absent' } | PathRefusal

/**
 * Opens a regular file of an open folder for reading; the caller closes it. `path` is for messages. What does not wait for
 * the content of a file is done here and not handed to another thread, which takes ten times as long.
 */
export function openFile(folder: Folder, name: string, path: string): OpenedFile {
  let descriptor: number
  try {
    descriptor = openSync(folder.at(name), FLAGS)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return { kind: 'absent' }
    if (code === 'ELOOP') return refusePath({ code: 'path.link', params: { path } })
    if (code === 'ENXIO') return refusePath({ code: 'path.special', params: { path } })
    return refusalOf(error, path)
  }
  const stats = fstatSync(descriptor)
  const fault = folder.closed?.has(entryKey(stats)) ? 'path.ours' : faultOf(stats)
  if (fault === null) return { kind: 'file', descriptor, stats }
  closeSync(descriptor)
  return refusePath({ code: fault, params: { path } })
}

function faultOf(stats: Stats): TextCode | null {
  if (stats.isDirectory()) return 'path.isFolder'
  return stats.isFile() ? null : 'path.special'
}

const CHUNK = 262_144

/** So much of a file is read at once: it is there before another thread has begun. */
export const SMALL = 65_536

const readLater = promisify(read)

/**
 * Reads at most `most` bytes from the start of an open file. The file may grow, shrink or misreport its size
 * meanwhile. Throws the signal's reason between two chunks.
 */
export async function readBytes(descriptor: number, most: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  while (length < most) {
    signal.throwIfAborted()
    const chunk = Buffer.allocUnsafe(Math.min(length < SMALL ? SMALL : CHUNK, most - length))
    const bytesRead =
      length < SMALL
        ? readSync(descriptor, chunk, 0, chunk.length, length)
        : (await readLater(descriptor, chunk, 0, chunk.length, length)).bytesRead
    if (bytesRead === 0) break
    chunks.push(chunk.subarray(0, bytesRead))
    length += bytesRead
  }
  return Buffer.concat(chunks, length)
}
