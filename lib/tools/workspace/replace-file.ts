import { constants, promises as fs, renameSync, unlinkSync } from 'node:fs'
import type { ToolContext } from '../define-tool'
import type { Folder } from './folder'
import { type MadeFolder, openFolder } from './open-folder'
import { type Refused, refused } from './refused'
import { errorCode, refusedBy } from './refused-by'
import { lookIn, type Snapshot } from './snapshot'
import { sweepLeftovers } from './sweep-leftovers'
import { temporaryName } from './temporary-name'
import { splitPath, type WorkspacePath } from './workspace-path'

/**
 * `folder` is the open folder of the file, null where it may have to be made. `seen` is the file as the caller
 * knows it, and as it must still be at the moment of the effect. Without `bytes` the file is removed.
 */
export type Replacement = {
  path: WorkspacePath
  folder: Folder | null
  bytes: Uint8Array | null
  seen: Snapshot
  context: Pick<ToolContext, 'root' | 'folder' | 'signal' | 'hash'>
}

/** `doubt`: the content is in place, but the disk did not confirm that it will stay. */
export type Replaced = { kind: 'replaced'; doubt?: string } | { kind: 'drifted' } | Refused

/**
 * Gives a file new content, whole or not at all: a temporary file in the same folder, made durable, checked
 * for the last time, then renamed over the name through the same open folder. Missing folders are made. A
 * file that is to go is checked for the last time, and unlinked.
 * Unless it answers `replaced`, nothing is left of it. Throws the signal's reason.
 */
export async function replaceFile(replacement: Replacement): Promise<Replaced> {
  const { path, folder } = replacement
  try {
    return await (folder ? replaceIn(folder, replacement, []) : replaceWithFolders(replacement))
  } catch (error) {
    return refusedBy(error, path.shown)
  }
}

async function replaceIn(folder: Folder, replacement: Replacement, made: MadeFolder[]): Promise<Replaced> {
  const replaced = await writeIn(folder, replacement)
  return replaced.kind === 'replaced' ? makeDurable(folder, made) : replaced
}

async function replaceWithFolders(replacement: Replacement): Promise<Replaced> {
  const { path, context } = replacement
  const made: MadeFolder[] = []
  let kept = false
  try {
    const isWritten = replacement.bytes !== null
    const walk = { place: context, segments: splitPath(path).folder }
    const opened = await openFolder(isWritten ? { ...walk, made } : walk)
    if (opened.kind === 'absent' && !isWritten) return { kind: 'drifted' }
    if (opened.kind === 'absent') return refused(`The folder of ${path.shown} was removed meanwhile.`)
    if (opened.kind === 'refused') return opened
    try {
      const replaced = await replaceIn(opened.folder, replacement, made)
      kept = replaced.kind === 'replaced'
      return replaced
    } finally {
      await opened.folder.close()
    }
  } finally {
    await letGo(made, kept)
  }
}

async function writeIn(folder: Folder, replacement: Replacement): Promise<Replaced> {
  const { seen, bytes } = replacement
  const at = folder.at(splitPath(replacement.path).name)
  if (bytes === null) {
    await sweepLeftovers(folder)
    return takeEffect(folder, replacement, () => unlinkSync(at))
  }
  const { handle, name } = await createTemporary(folder, seen.kind === 'file' ? seen.mode & 0o777 : 0o666)
  let renamed = false
  try {
    await bothDone(sweepLeftovers(folder), fillDurably(handle, replacement, bytes))
    const replaced = await takeEffect(folder, replacement, () => renameSync(folder.at(name), at))
    renamed = replaced.kind === 'replaced'
    return replaced
  } finally {
    await handle.close()
    if (!renamed) await fs.rm(folder.at(name), { force: true })
  }
}

/** Neither goes on in a folder that is closed meanwhile. */
async function bothDone(...doing: Promise<void>[]): Promise<void> {
  for (const done of await Promise.allSettled(doing)) if (done.status === 'rejected') throw done.reason
}

async function fillDurably(
  handle: fs.FileHandle,
  { seen, context }: Replacement,
  bytes: Uint8Array,
): Promise<void> {
  await fill(handle, bytes, context.signal)
  if (seen.kind === 'file') await keepOwnerAndMode(handle, seen)
  await handle.sync()
}

/**
 * The last look and the effect. From the comparison on nothing is awaited, so that no abort can come between
 * it and the effect. What stays open is that another program writes the file in that instant.
 */
async function takeEffect(folder: Folder, replacement: Replacement, effect: () => void): Promise<Replaced> {
  const { path, seen, context } = replacement
  const { name } = splitPath(path)
  const now = await lookIn(folder, name, { ...context, path: path.shown })
  if (now.kind === 'refused') return now
  if (now.hash !== seen.hash) return { kind: 'drifted' }
  context.signal.throwIfAborted()
  effect()
  return { kind: 'replaced' }
}

/** Names that another process uses, where ids repeat between containers, are passed over. */
async function createTemporary(
  folder: Folder,
  mode: number,
): Promise<{ handle: fs.FileHandle; name: string }> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants
  for (let attempt = 1; ; attempt += 1) {
    const name = temporaryName()
    try {
      return { handle: await fs.open(folder.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode), name }
    } catch (error) {
      if (errorCode(error) !== 'EEXIST' || attempt === 100) throw error
    }
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

/** The bits that run a program as somebody else are dropped, as the kernel does when content changes. */
async function keepOwnerAndMode(handle: fs.FileHandle, seen: Snapshot & { kind: 'file' }): Promise<void> {
  const { uid, gid } = await handle.stat()
  if (uid !== seen.uid || gid !== seen.gid) {
    try {
      await handle.chown(seen.uid, seen.gid)
    } catch (error) {
      // Only root may give files away; then the file becomes the server's own.
      if (errorCode(error) !== 'EPERM') throw error
    }
  }
  await handle.chmod(seen.mode & 0o777)
}

async function makeDurable(folder: Folder, made: MadeFolder[]): Promise<Replaced> {
  try {
    for (const { sync } of [folder, ...made.map(each => each.parent)]) await sync()
    return { kind: 'replaced' }
  } catch (error) {
    const { message } = refusedBy(error, 'The disk')
    return { kind: 'replaced', doubt: `It is not sure to outlive a power cut. ${message}` }
  }
}

/** Removes the folders that were made for nothing, innermost first. Somebody else may have used them. */
async function letGo(made: MadeFolder[], kept: boolean): Promise<void> {
  for (const { parent, name } of made.toReversed()) {
    try {
      if (!kept) await fs.rmdir(parent.at(name))
    } catch (error) {
      if (errorCode(error) === undefined) throw error
    } finally {
      await parent.close()
    }
  }
}
