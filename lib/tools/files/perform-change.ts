import type { PerformContext, Performed } from '../define-tool'
import type { Folder } from '../workspace/folder'
import { openFolder } from '../workspace/open-folder'
import type { Refused } from '../workspace/refused'
import { replaceFile } from '../workspace/replace-file'
import { ABSENT, lookIn, type Snapshot } from '../workspace/snapshot'
import { splitPath, type WorkspacePath } from '../workspace/workspace-path'
import { changedPath, type FileChange, type ReadyChange, readyChange } from './file-change'

/** Makes a change, if the file still is what its preview was made against. */
export async function performChange(change: FileChange, context: PerformContext): Promise<Performed> {
  const path = changedPath(change)
  if (path.kind === 'refused') return { kind: 'error', text: path.message }
  const { folder: segments, name } = splitPath(path)
  const opened = await openFolder({ place: context, segments })
  if (opened.kind === 'refused') return { kind: 'error', text: opened.message }
  if (opened.kind === 'absent') return changeFrom(ABSENT, { change, path, folder: null }, context)
  try {
    const now = await lookIn(opened.folder, name, { ...context, path: path.shown })
    return await changeFrom(now, { change, path, folder: opened.folder }, context)
  } finally {
    await opened.folder.close()
  }
}

type At = { path: WorkspacePath; folder: Folder | null }

async function changeFrom(
  now: Snapshot | Refused,
  { change, ...at }: At & { change: FileChange },
  context: PerformContext,
): Promise<Performed> {
  if (now.kind === 'refused') return { kind: 'error', text: now.message }
  if (!holds(at.path, now.hash, context)) return { kind: 'drifted' }
  const ready = readyChange(change, at.path, now)
  if (ready.kind === 'refused') return { kind: 'error', text: ready.message }
  if (ready.unchanged) return untouched(ready, now.hash)
  await context.stored
  context.signal.throwIfAborted()
  return write(ready, at.folder, context)
}

/** A preview that does not speak of this file was made for another one. */
function holds(path: WorkspacePath, hash: string, { preview }: PerformContext): boolean {
  return !preview || preview.preconditions.some(shown => shown.path === path.text && shown.hash === hash)
}

/** The file is as it is to be, without our doing. */
export const untouched = ({ path }: { path: WorkspacePath }, hash: string): Performed => ({
  kind: 'ok',
  text:
    hash === 'absent'
      ? `${path.shown} was gone already; nothing was done.`
      : `${path.shown} already held this; nothing was written.`,
  details: { path: path.text, bytesWritten: 0, created: false, hash },
})

async function write(ready: ReadyChange, folder: Folder | null, context: PerformContext): Promise<Performed> {
  const { path, now, bytes, done } = ready
  const hash = bytes ? context.hash(bytes) : 'absent'
  const before = now.kind === 'file' ? now.bytes : null
  const replaced = await replaceFile({ path, folder, bytes, seen: now, context })
  switch (replaced.kind) {
    case 'replaced':
      return {
        kind: 'ok',
        text: replaced.doubt ? `${done} ${replaced.doubt}` : done,
        details: { path: path.text, bytesWritten: bytes?.length ?? 0, created: before === null, hash },
        change: { path: path.text, before, after: bytes },
      }
    case 'drifted':
      return { kind: 'drifted' }
    case 'refused':
      return { kind: 'error', text: replaced.message }
    default:
      return replaced satisfies never
  }
}
