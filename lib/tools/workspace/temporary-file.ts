import { constants, promises as fs } from 'node:fs'
import type { Execution } from '../define-tool'
import type { Snapshot } from './snapshot'
import { errorCode } from './workspace-path'

/**
 * The name of what an execution of a Call prepares for one of its files. Whoever takes over its session knows the name
 * and removes it, so that nothing is left to put in place.
 */
export const temporaryName = ({ callId, epoch }: Execution, number = 0): string =>
  `.countersign-${callId}-${epoch}-${number}.tmp`

const PATTERN = /^\.countersign-[0-9a-z-]{1,80}\.tmp$/i

export const isTemporaryName = (name: string): boolean => PATTERN.test(name)

/** The Calls that run in this process: what they have not finished is nobody's file, whatever else has such a name. */
export const runningCalls = new Set<string>()

export const isUnfinished = (name: string): boolean =>
  isTemporaryName(name) && [...runningCalls].some(callId => name.startsWith(`.countersign-${callId}-`))

/** `exactMode` is given to the file in any case, `mode` only to one that was not there. */
type NewFile = {
  snapshot: Snapshot
  bytes: Uint8Array
  mode?: number | undefined
  exactMode?: number | undefined
}

/** Makes a file that is to take the place of another, with its owner and mode, and waits until the disk has it. */
export async function writeTemporary(
  path: string,
  { snapshot, bytes, mode = 0o666, exactMode }: NewFile,
  signal: AbortSignal,
): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants
  const flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
  const handle = await fs.open(path, flags, snapshot.kind === 'file' ? snapshot.mode & 0o777 : mode)
  try {
    await fill(handle, bytes, signal)
    if (snapshot.kind === 'file') await keepOwnerAndMode(handle, snapshot)
    if (exactMode !== undefined) await handle.chmod(exactMode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const CHUNK = 1_048_576

async function fill(handle: fs.FileHandle, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  let position = 0
  while (position < bytes.length) {
    signal.throwIfAborted()
    const length = Math.min(CHUNK, bytes.length - position)
    const { bytesWritten } = await handle.write(bytes, position, length, position)
    position += bytesWritten
  }
}

/** The setuid and setgid bits are dropped, as the kernel does when content changes. */
async function keepOwnerAndMode(handle: fs.FileHandle, snapshot: Snapshot & { kind: 'file' }): Promise<void> {
  const { uid, gid } = await handle.stat()
  if (uid !== snapshot.uid || gid !== snapshot.gid) {
    try {
      await handle.chown(snapshot.uid, snapshot.gid)
    } catch (error) {
      // Only root may give files away; then the file becomes the server's own.
      if (errorCode(error) !== 'EPERM') throw error
    }
  }
  await handle.chmod(snapshot.mode & 0o777)
}
