import type { promises as fs } from 'node:fs'

const CHUNK = 262_144

/**
 * Reads an open file from its start, at most `most` bytes. The file may grow, shrink or lie about its size
 * meanwhile. Throws the signal's reason between two pieces.
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
