import { constants, promises as fs, mkdirSync, renameSync } from 'node:fs'
import type { Execution, PerformContext, WorkspacePlace } from '../define-tool'
import { type NewFolder, openFolder } from './open-folder'
import { lookIn, type Snapshot } from './snapshot'
import {
  errorCode,
  type Folder,
  type PathRefusal,
  refusalOf,
  refusePath,
  splitPath,
  type WorkspacePath,
} from './workspace-path'

/**
 * `folder` is the open folder of the file, null if it may have to be created. `snapshot` is the file as the caller saw
 * it, and as it must still be at the moment of the effect. Without `bytes` the file is removed; `mode` is the one
 * that it gets; without it, it keeps its own.
 */
export type Replacement = {
  path: WorkspacePath
  folder: Folder | null
  bytes: Uint8Array | null
  mode?: number | undefined
  snapshot: Snapshot
  context: Pick<
    PerformContext,
    'root' | 'folder' | 'closed' | 'signal' | 'hash' | 'beforeEffect' | 'execution'
  >
}

/** `doubt`: the content is in place, but the disk did not confirm that it is durable. */
export type ReplaceOutcome = { kind: 'replaced'; doubt?: string } | { kind: 'drifted' } | PathRefusal

/**
 * Replaces the content of a file atomically: a temporary file in the same folder is made durable, the target is
 * checked one last time, then the file is renamed over it through the same open folder. Missing folders are created. A
 * file to be removed is checked one last time and moved away. Unless the outcome is `replaced`, nothing is left
 * behind. Throws the signal's reason, and what `beforeEffect` throws.
 */
export async function replaceFile(replacement: Replacement): Promise<ReplaceOutcome> {
  const { path, folder } = replacement
  try {
    return await (folder ? replaceIn(folder, replacement, []) : replaceWithFolders(replacement))
  } catch (error) {
    return refusalOf(error, path.label)
  }
}

async function replaceIn(
  folder: Folder,
  replacement: Replacement,
  newFolders: NewFolder[],
): Promise<ReplaceOutcome> {
  const replaced = await writeIn(folder, replacement)
  return replaced.kind === 'replaced' ? makeDurable([folder], newFolders) : replaced
}

async function replaceWithFolders(replacement: Replacement): Promise<ReplaceOutcome> {
  const { path, context } = replacement
  const newFolders: NewFolder[] = []
  let kept = false
  try {
    const isWritten = replacement.bytes !== null
    const walk = { place: context, segments: splitPath(path).folder }
    const { beforeEffect } = context
    const opened = await openFolder(isWritten ? { ...walk, newFolders: newFolders, beforeEffect } : walk)
    if (opened.kind === 'absent' && !isWritten) return { kind: 'drifted' }
    if (opened.kind === 'absent') return refusePath({ code: 'path.folderGone', params: { path: path.label } })
    if (opened.kind === 'refused') return opened
    try {
      const replaced = await replaceIn(opened.folder, replacement, newFolders)
      kept = replaced.kind === 'replaced'
      return replaced
    } finally {
      await opened.folder.close()
    }
  } finally {
    await letGo(newFolders, kept)
  }
}

async function writeIn(folder: Folder, replacement: Replacement): Promise<ReplaceOutcome> {
  const { snapshot, bytes, mode, context } = replacement
  if (bytes === null) return removeIn(folder, replacement)
  const temporary = folder.at(temporaryName(context.execution))
  context.beforeEffect()
  const handle = await createNew(
    temporary,
    snapshot.kind === 'file' ? snapshot.mode & 0o777 : (mode ?? 0o666),
  )
  let renamed = false
  try {
    await fillDurably(handle, replacement, bytes)
    if (mode !== undefined) await handle.chmod(mode)
    const replaced = await takeEffect(folder, replacement, at => renameSync(temporary, at))
    renamed = replaced.kind === 'replaced'
    return replaced
  } finally {
    await handle.close()
    if (!renamed) await fs.rm(temporary, { force: true })
  }
}

/**
 * The file is moved into a temporary folder and removed with it: if that folder was revoked, nothing can be moved
 * there.
 */
async function removeIn(folder: Folder, replacement: Replacement): Promise<ReplaceOutcome> {
  const { context } = replacement
  const temporary = folder.at(temporaryName(context.execution))
  context.beforeEffect()
  mkdirSync(temporary)
  try {
    return await takeEffect(folder, replacement, at => renameSync(at, `${temporary}/removed`))
  } finally {
    await fs.rm(temporary, { recursive: true, force: true })
  }
}

/**
 * Removes what an execution left unfinished, however far it got: from then on it can put nothing in place. The folder
 * of the file may be gone, or may have become something else.
 */
export async function revokeReplacement(
  path: WorkspacePath,
  context: WorkspacePlace & { execution: Execution },
): Promise<void> {
  const opened = await openFolder({ place: context, segments: splitPath(path).folder })
  if (opened.kind !== 'folder') return
  try {
    await fs.rm(opened.folder.at(temporaryName(context.execution)), { recursive: true, force: true })
  } finally {
    await opened.folder.close()
  }
}

export async function fillDurably(
  handle: fs.FileHandle,
  { snapshot, context }: Pick<Replacement, 'snapshot' | 'context'>,
  bytes: Uint8Array,
): Promise<void> {
  await fill(handle, bytes, context.signal)
  if (snapshot.kind === 'file') await keepOwnerAndMode(handle, snapshot)
  await handle.sync()
}

/**
 * The last check and the effect. From the comparison on nothing is awaited, so that neither an abort nor the end of
 * the lease can come in between. What remains possible is that another program writes the file in that instant, or
 * that this process is stopped right there: then whoever takes over removes what was to be put in place.
 */
async function takeEffect(
  folder: Folder,
  replacement: Replacement,
  effect: (at: string) => void,
): Promise<ReplaceOutcome> {
  const { path, snapshot, context } = replacement
  const { name } = splitPath(path)
  const now = await lookIn(folder, name, { ...context, path: path.label })
  if (now.kind === 'refused') return now
  if (now.hash !== snapshot.hash) return { kind: 'drifted' }
  context.beforeEffect()
  effect(folder.at(name))
  return { kind: 'replaced' }
}

/** Follows no link and opens nothing that already exists. */
export function createNew(path: string, mode: number): Promise<fs.FileHandle> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants
  return fs.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode)
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

export async function makeDurable(folders: Folder[], newFolders: NewFolder[]): Promise<ReplaceOutcome> {
  try {
    for (const { sync } of [...folders, ...newFolders.map(each => each.parent)]) await sync()
    return { kind: 'replaced' }
  } catch (error) {
    const { message } = refusalOf(error, 'The disk')
    return { kind: 'replaced', doubt: `It is not sure to outlive a power cut. ${message}` }
  }
}

/** Removes folders that were created in vain, innermost first, unless somebody else has used them since. */
export async function letGo(newFolders: NewFolder[], isKept: boolean): Promise<void> {
  for (const { parent, name } of newFolders.toReversed()) {
    try {
      if (!isKept) await fs.rmdir(parent.at(name))
    } catch (error) {
      if (errorCode(error) === undefined) throw error
    } finally {
      await parent.close()
    }
  }
}

const PATTERN = /^\.countersign-[0-9a-z-]{1,80}\.tmp$/i

/**
 * The temporary name used by an execution of a Call, for the place of a file among several. Whoever takes over its
 * session knows the name and removes the file, so that nothing is left to put in place.
 */
export const temporaryName = ({ callId, epoch }: Execution, place?: number): string =>
  `.countersign-${callId}-${epoch}${place === undefined ? '' : `-${place}`}.tmp`

/** The Calls that run in this process: what they have not finished is nobody's file, whatever else has such a name. */
export const runningCalls = new Set<string>()

export const isUnfinished = (name: string): boolean =>
  isTemporaryName(name) && [...runningCalls].some(callId => name.startsWith(`.countersign-${callId}-`))

export const isTemporaryName = (name: string): boolean => PATTERN.test(name)
