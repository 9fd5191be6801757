import { closeSync } from 'node:fs'
import type { ToolContext } from '../define-tool'
import { type Absence, absence } from './absence'
import { openFile, readBytes } from './open-file'
import { openFolder } from './open-folder'
import {
  type Folder,
  type PathRefusal,
  refusalOf,
  refusePath,
  splitPath,
  type WorkspacePath,
} from './workspace-path'

/** Larger files are not changed: the content is held in memory, shown and compared. */
export const LARGEST_CHANGED = 10_485_760

/** A file as it was read. `hash` is that of its content, or `absent`. `mode`, `uid` and `gid` are those of stat. */
export type Snapshot =
  | (Absence & { hash: 'absent' })
  | { kind: 'file'; hash: string; bytes: Buffer; mode: number; uid: number; gid: number }

export const ABSENT: Absence & { hash: 'absent' } = { kind: 'absent', hash: 'absent' }

/** `namesLike`: where nothing is there, an entry that may be meant is looked for, which takes longer than all else. */
type Looking = Pick<ToolContext, 'root' | 'folder' | 'closed' | 'signal' | 'hash'> & { namesLike?: boolean }

/** Reads a file of the workspace by its path. */
export async function takeSnapshot(path: WorkspacePath, context: Looking): Promise<Snapshot | PathRefusal> {
  const { folder: segments, name } = splitPath(path)
  const opened = await openFolder({ scope: context, segments })
  if (opened.kind === 'absent') return { ...ABSENT, ...opened }
  if (opened.kind === 'refused') return opened
  try {
    const snapshot = await lookIn(opened.folder, name, { ...context, path: path.label })
    const isSought = snapshot.kind === 'absent' && context.namesLike
    return isSought ? { ...snapshot, ...absence(opened.folder, name) } : snapshot
  } finally {
    await opened.folder.close()
  }
}

/** Reads a file of an open folder, which may be changed. `path` is for messages. */
export async function lookIn(
  folder: Folder,
  name: string,
  { path, signal, hash }: Pick<ToolContext, 'signal' | 'hash'> & { path: string },
): Promise<Snapshot | PathRefusal> {
  const opened = openFile(folder, name, path)
  if (opened.kind === 'absent') return ABSENT
  if (opened.kind === 'refused') return opened
  const { descriptor, stats } = opened
  try {
    if (stats.nlink > 1) return refusePath({ code: 'path.hardLinks', params: { path } })
    const bytes = await readBytes(descriptor, LARGEST_CHANGED + 1, signal)
    if (bytes.length > LARGEST_CHANGED) return refusePath({ code: 'path.tooLarge', params: { path } })
    return { kind: 'file', hash: hash(bytes), bytes, mode: stats.mode, uid: stats.uid, gid: stats.gid }
  } catch (error) {
    return refusalOf(error, path)
  } finally {
    closeSync(descriptor)
  }
}
