import type { Folder, PathRefusal } from '@/lib/tools/workspace/workspace-path'
import type { PerformContext, RevokeContext, ToolOutcome } from '../../define-tool'
import { openFolder } from '../../workspace/open-folder'
import { replaceFile, revokeReplacement } from '../../workspace/replace-file'
import { ABSENT, lookIn, type Snapshot } from '../../workspace/snapshot'
import { splitPath, type WorkspacePath } from '../../workspace/workspace-path'
import { changedPath, changesMode, type FileChange, type ReadyChange, readyChange } from './file-change'

/** Makes a change, if the file is still the one that was previewed. */
export async function performChange(change: FileChange, context: PerformContext): Promise<ToolOutcome> {
  const path = changedPath(change)
  if (path.kind === 'refused') return { kind: 'error', text: path.message }
  const { folder: segments, name } = splitPath(path)
  const opened = await openFolder({ place: context, segments })
  if (opened.kind === 'refused') return { kind: 'error', text: opened.message }
  if (opened.kind === 'absent')
    return changeFrom({ ...ABSENT, ...opened }, { change, path, folder: null }, context)
  try {
    const now = await lookIn(opened.folder, name, { ...context, path: path.label })
    return await changeFrom(now, { change, path, folder: opened.folder }, context)
  } finally {
    await opened.folder.close()
  }
}

/** Makes sure that an unfinished change never takes effect. */
export async function revokeChange(change: Pick<FileChange, 'path'>, context: RevokeContext): Promise<void> {
  const path = changedPath(change)
  if (path.kind === 'path') await revokeReplacement(path, context)
}

type At = { path: WorkspacePath; folder: Folder | null }

async function changeFrom(
  now: Snapshot | PathRefusal,
  { change, ...at }: At & { change: FileChange },
  context: PerformContext,
): Promise<ToolOutcome> {
  if (now.kind === 'refused') return { kind: 'error', text: now.message }
  if (!holds(at.path, now.hash, context)) return { kind: 'drifted' }
  const ready = await readyChange(change, { path: at.path, now }, context.compute)
  if (ready.kind === 'refused') return { kind: 'error', text: ready.message }
  if (ready.unchanged) return untouched(ready, now.hash)
  return write(ready, at.folder, context)
}

/** A preview without a precondition for this file was made for another one. */
export function holds(path: WorkspacePath, hash: string, { preview }: PerformContext): boolean {
  return (
    !preview ||
    preview.preconditions.some(precondition => precondition.path === path.text && precondition.hash === hash)
  )
}

/** The file is already as requested. */
export const untouched = ({ path }: { path: WorkspacePath }, hash: string): ToolOutcome => ({
  kind: 'ok',
  text:
    hash === 'absent'
      ? `${path.label} was gone already; nothing was done.`
      : `${path.label} already held this; nothing was written.`,
  details: { path: path.text, bytesWritten: 0, created: false, hash },
})

/** The mode of a file that is removed, or that gets the mode `to`, by which it is put back. */
export const modeOf = (now: Snapshot, bytes: Uint8Array | null, to?: number): { mode?: number } =>
  now.kind === 'file' && (bytes === null || changesMode(now, to)) ? { mode: now.mode & 0o777 } : {}

async function write(
  ready: ReadyChange,
  folder: Folder | null,
  context: PerformContext,
): Promise<ToolOutcome> {
  const { path, now, bytes, mode, summary } = ready
  const hash = bytes ? context.hash(bytes) : 'absent'
  const before = now.kind === 'file' ? now.bytes : null
  const replaced = await replaceFile({ path, folder, bytes, mode, snapshot: now, context })
  switch (replaced.kind) {
    case 'replaced':
      return {
        kind: 'ok',
        text: replaced.doubt ? `${summary} ${replaced.doubt}` : summary,
        details: { path: path.text, bytesWritten: bytes?.length ?? 0, created: before === null, hash },
        change: { path: path.text, before, after: bytes, ...modeOf(now, bytes, mode) },
      }
    case 'drifted':
      return { kind: 'drifted' }
    case 'refused':
      return { kind: 'error', text: replaced.message }
    default:
      return replaced satisfies never
  }
}
