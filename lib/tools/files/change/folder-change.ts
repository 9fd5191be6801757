import { promises as fs, rmdirSync } from 'node:fs'
import type { CodedText } from '@/lib/messages/phrase'
import type { Change, PerformContext, ToolContext, ToolOutcome, WorkspaceScope } from '../../define-tool'
import { letGo, type NewFolder, openFolder } from '../../workspace/open-folder'
import {
  errorCode,
  type PathRefusal,
  refusalOf,
  refusePath,
  splitPath,
  type WorkspacePath,
  workspacePath,
} from '../../workspace/workspace-path'

/** The hash that stands for a folder in a precondition and in what a Call changed. */
export const FOLDER = 'folder'

/** The path of a folder below the workspace. */
export function folderPath(input: string): WorkspacePath | PathRefusal {
  const path = workspacePath(input)
  return path.kind === 'path' && path.segments.length === 0 ? refusePath({ code: 'path.root' }) : path
}

type FolderNow = { kind: 'folder'; isEmpty: boolean } | { kind: 'absent' } | PathRefusal

/** What is at the path of a folder. Links are not followed. */
export async function folderNow(path: WorkspacePath, context: ToolContext): Promise<FolderNow> {
  const opened = await openFolder({ scope: context, segments: path.segments })
  if (opened.kind !== 'folder') return opened
  try {
    const entries = await fs.opendir(opened.folder.self)
    const first = await entries.read()
    await entries.close()
    return { kind: 'folder', isEmpty: first === null }
  } catch (error) {
    return refusalOf(error, path.label)
  } finally {
    await opened.folder.close()
  }
}

/** Makes a folder and those above it that are missing, or none. */
export async function makeFolders(path: WorkspacePath, context: PerformContext): Promise<ToolOutcome> {
  const newFolders: NewFolder[] = []
  const { segments, label } = path
  const { beforeEffect } = context
  let isMade = false
  try {
    const opened = await openFolder({ scope: context, segments, newFolders, beforeEffect })
    if (opened.kind === 'refused') return { kind: 'error', text: opened.message }
    if (opened.kind === 'absent') return { kind: 'drifted' }
    await opened.folder.close()
    isMade = true
    for (const { parent } of newFolders) await parent.sync()
  } finally {
    await letGo(newFolders, isMade)
  }
  const first = segments.length - newFolders.length
  const changes = newFolders.map((_, index): Change => {
    return { path: segments.slice(0, first + index + 1).join('/'), before: null, after: FOLDER }
  })
  const text =
    changes.length === 0 ? `${label} is a folder already; nothing was made.` : `Made the folder ${label}.`
  return { kind: 'ok', text, details: { path: path.text, made: changes.map(change => change.path) }, changes }
}

/** Removes a folder that is empty: the system itself removes no other one, and follows no link. */
export async function removeFolder(path: WorkspacePath, context: PerformContext): Promise<ToolOutcome> {
  const removed = await removeEmptyFolder(path, context, context.beforeEffect)
  if (removed.kind === 'absent') return { kind: 'drifted' }
  if (removed.kind === 'refused') return { kind: 'error', text: removed.message }
  return {
    kind: 'ok',
    text: `Removed the empty folder ${path.label}.`,
    details: { path: path.text },
    changes: [{ path: path.text, before: FOLDER, after: null }],
  }
}

/** The same for what is no Call. */
export async function removeEmptyFolder(
  path: WorkspacePath,
  scope: WorkspaceScope,
  beforeEffect?: () => void,
): Promise<{ kind: 'removed' | 'absent' } | PathRefusal> {
  const { folder: segments, name } = splitPath(path)
  const opened = await openFolder({ scope, segments })
  if (opened.kind !== 'folder') return opened
  try {
    beforeEffect?.()
    rmdirSync(opened.folder.at(name))
    await opened.folder.sync()
    return { kind: 'removed' }
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return refusePath(notEmpty(path))
    return code === 'ENOENT' ? { kind: 'absent' } : refusalOf(error, path.label)
  } finally {
    await opened.folder.close()
  }
}

export const notEmpty = ({ label: path }: WorkspacePath): CodedText => ({
  code: 'path.notEmpty',
  params: { path },
})
