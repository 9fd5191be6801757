import { promises as fs, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { oneLine } from '@/lib/text/truncate'
import type { WorkspaceScope } from '../define-tool'
import { type Absence, absence } from './absence'
import { keysOf, platformFolders } from './platform-folders'
import {
  errorCode,
  type Folder,
  type Folders,
  type PathRefusal,
  refusalOf,
  refusePath,
  type WorkspacePath,
  workspacePath,
} from './workspace-path'

/** A folder that was created on the way. `parent` stays open, to remove the folder again or to make it durable. */
export type NewFolder = { parent: Folder; name: string }

/** With `newFolders`, missing folders are created and listed there, each after a call of `beforeEffect`. */
type FolderWalk = {
  scope: WorkspaceScope
  segments: string[]
  newFolders?: NewFolder[]
  beforeEffect?: () => void
  folders?: Folders
}

type OpenedFolder = { kind: 'folder'; folder: Folder } | Absence | PathRefusal

/** Opens a folder of the workspace, segment by segment from the root. The caller closes it. */
export async function openFolder(walk: FolderWalk): Promise<OpenedFolder> {
  const { scope, folders = platformFolders, beforeEffect } = walk
  const workspace = await openWorkspace(scope, folders)
  if (workspace.kind === 'refused') return workspace
  let { folder } = workspace
  for (const [index, name] of walk.segments.entries()) {
    const path = oneLine(walk.segments.slice(0, index + 1).join('/'))
    const parent = folder
    const next = await enter(parent, name, {
      path,
      folders,
      newFolders: walk.newFolders,
      beforeEffect,
    }).finally(() => (walk.newFolders?.at(-1)?.parent === parent ? undefined : parent.close()))
    if (next.kind !== 'folder') return next
    folder = next.folder
  }
  return { kind: 'folder', folder }
}

/**
 * The path to read for this one: links are followed where they lead into the workspace. It is walked like any other,
 * without links, so that one which somebody puts there meanwhile leads nowhere.
 */
export async function pathBehindLinks(path: WorkspacePath, scope: WorkspaceScope): Promise<WorkspacePath> {
  try {
    const root = realpathSync.native(join(scope.root, scope.folder ?? ''))
    const text = relative(root, realpathSync.native(join(root, path.text)))
    const segments = text.split('/').filter(Boolean)
    return text === path.text || segments[0] === '..' ? path : { ...path, segments, text }
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return path
  }
}

async function openWorkspace(
  scope: WorkspaceScope,
  folders: Folders,
): Promise<{ kind: 'folder'; folder: Folder } | PathRefusal> {
  const below = workspacePath(scope.folder ?? '')
  if (below.kind === 'refused') return below
  const root = await openRoot(scope, folders)
  if (root.kind === 'refused') return root
  let { folder } = root
  for (const name of below.segments) {
    const next = await enter(folder, name, { path: 'The workspace folder', folders })
    await folder.close()
    if (next.kind === 'absent') return refusePath({ code: 'path.folderAbsent' })
    if (next.kind === 'refused') return next
    folder = next.folder
  }
  return { kind: 'folder', folder }
}

async function openRoot(
  scope: WorkspaceScope,
  folders: Folders,
): Promise<{ kind: 'folder'; folder: Folder } | PathRefusal> {
  try {
    return { kind: 'folder', folder: await folders.openRoot(scope.root, await keysOf(scope.closed)) }
  } catch (error) {
    return refusalOf(error, 'The workspace folder')
  }
}

type Entering = Pick<FolderWalk, 'beforeEffect'> & {
  path: string
  folders: Folders
  newFolders?: NewFolder[] | undefined
}

async function enter(parent: Folder, name: string, entering: Entering): Promise<OpenedFolder> {
  const { path, folders, newFolders } = entering
  try {
    const folder = await folders.openChild(parent, name)
    return folder ? { kind: 'folder', folder } : await whyNoFolder(parent, name, path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') return refusalOf(error, path)
  }
  if (!newFolders) return absence(parent, name)
  entering.beforeEffect?.()
  try {
    mkdirSync(parent.at(name))
    newFolders.push({ parent, name })
  } catch (error) {
    // Somebody else made it just now: then it is walked like any other.
    if (errorCode(error) !== 'EEXIST') return refusalOf(error, path)
  }
  return enter(parent, name, { path, folders })
}

/** Only for the message: the refusal stands, whatever is there by now. */
async function whyNoFolder(parent: Folder, name: string, path: string): Promise<PathRefusal> {
  try {
    const stats = lstatSync(parent.at(name))
    if (stats.isSymbolicLink()) return refusePath({ code: 'path.link', params: { path } })
  } catch (error) {
    return refusalOf(error, path)
  }
  return refusePath({ code: 'path.noFolder', params: { path } })
}

/** Closes folders that were created and, unless they are kept, removes those that nobody else has used, innermost first. */
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

/** Creates the missing parts of a folder of the workspace. Links are not followed: their targets are not ours. */
export async function makeFolder(scope: WorkspaceScope, segments: string[]): Promise<PathRefusal | null> {
  const newFolders: NewFolder[] = []
  try {
    const opened = await openFolder({ scope, segments, newFolders })
    if (opened.kind === 'folder') await opened.folder.close()
    return opened.kind === 'refused' ? opened : null
  } finally {
    await letGo(newFolders, true)
  }
}
