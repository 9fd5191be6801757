import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  openSync,
  write,
  writeSync,
} from 'node:fs'
import { promisify } from 'node:util'
import type { Execution } from '../define-tool'
import { SMALL } from './open-file'
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
  const descriptor = openSync(path, flags, snapshot.kind === 'file' ? snapshot.mode & 0o777 : mode)
  try {
    await fill(descriptor, bytes, signal)
    if (snapshot.kind === 'file') keepOwnerAndMode(descriptor, snapshot)
    if (exactMode !== undefined) fchmodSync(descriptor, exactMode)
    await syncLater(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const CHUNK = 1_048_576
const writeLater = promisify(write)
const syncLater = promisify(fsync)

async function fill(descriptor: number, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  let position = 0
  while (position < bytes.length) {
    signal.throwIfAborted()
    const length = Math.min(CHUNK, bytes.length - position)
    position +=
      length <= SMALL
        ? writeSync(descriptor, bytes, position, length, position)
        : (await writeLater(descriptor, bytes, position, length, position)).bytesWritten
  }
}

/** The setuid and setgid bits are dropped, as the kernel does when content changes. */
function keepOwnerAndMode(descriptor: number, snapshot: Snapshot & { kind: 'file' }): void {
  const { uid, gid } = fstatSync(descriptor)
  if (uid !== snapshot.uid || gid !== snapshot.gid) {
    try {
      fchownSync(descriptor, snapshot.uid, snapshot.gid)
    } catch (error) {
      // Only root may give files away; then the file becomes the server's own.
      if (errorCode(error) !== 'EPERM') throw error
    }
  }
  fchmodSync(descriptor, snapshot.mode & 0o777)
}
