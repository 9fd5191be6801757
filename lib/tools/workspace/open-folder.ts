import { promises as fs } from 'node:fs'
import type { Place } from '../define-tool'
import { oneLine } from '../one-line'
import type { Folder, Folders } from './folder'
import { platformFolders } from './platform-folders'
import { type Refused, refused } from './refused'
import { errorCode, refusedBy } from './refused-by'
import { workspacePath } from './workspace-path'

/** A folder that was made on the way. `parent` stays open, to remove it again or to make it durable. */
export type MadeFolder = { parent: Folder; name: string }

/** With `made`, missing folders are made and noted there. */
export type Walk = { place: Place; segments: string[]; made?: MadeFolder[]; folders?: Folders }

export type OpenedFolder = { kind: 'folder'; folder: Folder } | { kind: 'absent' } | Refused

/** Opens a folder of the workspace, part by part from the root. The caller closes it. */
export async function openFolder(walk: Walk): Promise<OpenedFolder> {
  const { place, folders = platformFolders } = walk
  const workspace = await openWorkspace(place, folders)
  if (workspace.kind === 'refused') return workspace
  let { folder } = workspace
  for (const [index, name] of walk.segments.entries()) {
    const path = oneLine(walk.segments.slice(0, index + 1).join('/'))
    const next = await enter(folder, name, { path, folders, made: walk.made })
    if (walk.made?.at(-1)?.parent !== folder) await folder.close()
    if (next.kind !== 'folder') return next
    folder = next.folder
  }
  return { kind: 'folder', folder }
}

async function openWorkspace(
  place: Place,
  folders: Folders,
): Promise<{ kind: 'folder'; folder: Folder } | Refused> {
  const below = workspacePath(place.folder ?? '')
  if (below.kind === 'refused') return below
  const root = await openRoot(place, folders)
  if (root.kind === 'refused') return root
  let { folder } = root
  for (const name of below.segments) {
    const next = await enter(folder, name, { path: 'The workspace folder', folders })
    await folder.close()
    if (next.kind === 'absent') return refused('The workspace folder of this session does not exist.')
    if (next.kind === 'refused') return next
    folder = next.folder
  }
  return { kind: 'folder', folder }
}

async function openRoot(
  place: Place,
  folders: Folders,
): Promise<{ kind: 'folder'; folder: Folder } | Refused> {
  try {
    return { kind: 'folder', folder: await folders.openRoot(place.root) }
  } catch (error) {
    return refusedBy(error, 'The workspace folder')
  }
}

type Entering = { path: string; folders: Folders; made?: MadeFolder[] | undefined }

async function enter(parent: Folder, name: string, entering: Entering): Promise<OpenedFolder> {
  const { path, folders, made } = entering
  try {
    const folder = await folders.openChild(parent, name)
    return folder ? { kind: 'folder', folder } : await whyNoFolder(parent, name, path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') return refusedBy(error, path)
  }
  if (!made) return { kind: 'absent' }
  try {
    await fs.mkdir(parent.at(name))
    made.push({ parent, name })
  } catch (error) {
    // Somebody else made it just now: then it is walked like any other.
    if (errorCode(error) !== 'EEXIST') return refusedBy(error, path)
  }
  return enter(parent, name, { path, folders })
}

/** Only for the words: what was refused is refused, whatever stands there by now. */
async function whyNoFolder(parent: Folder, name: string, path: string): Promise<Refused> {
  try {
    const stats = await fs.lstat(parent.at(name))
    if (stats.isSymbolicLink()) return refused(`${path} is a symbolic link: links are not followed.`)
  } catch (error) {
    return refusedBy(error, path)
  }
  return refused(`${path} is not a folder.`)
}
