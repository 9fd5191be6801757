import { closeSync, constants, existsSync, promises as fs, fsync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { entryKey, entryPath, errorCode, type Folder, type Folders, nullIfRefused } from './workspace-path'

/**
 * What no tool may reach. `stays`: it lies where tools might move it, so that what was first seen there, its `key`, must
 * be what is there ever after.
 */
export type ClosedPath = { path: string; stays: boolean; key?: string | undefined }

/** Those that are there. @throws EMOVED where one is no longer what it was: then nobody knows where it is by now */
export async function keysOf(paths: readonly ClosedPath[] = []): Promise<ReadonlySet<string>> {
  if (await findMovedPath(paths))
    throw Object.assign(new Error('It was moved.'), { code: 'EMOVED', syscall: 'stat' })
  return new Set(paths.flatMap(({ key }) => key ?? []))
}

/** The first that was moved, removed or exchanged since it was first seen. */
export async function findMovedPath(paths: readonly ClosedPath[] = []): Promise<string | null> {
  for (const scope of paths) {
    const stats = await nullIfRefused(async () => statSync(scope.path, { throwIfNoEntry: false }))
    const key = stats ? entryKey(stats) : undefined
    if (!scope.stays || scope.key === undefined) scope.key = key
    if (scope.key !== key) return scope.path
  }
  return null
}

/**
 * Folders some of which cannot be entered: identified by inode, not by name, so that no other spelling and no other
 * path leads in.
 */
const closing = (folders: Folders): Folders => ({
  openRoot: async (path, closed = new Set()) => unlessClosed(await folders.openRoot(path), closed),
  openChild: async (parent, name) => {
    const child = await folders.openChild(parent, name)
    return child && unlessClosed(child, parent.closed ?? new Set())
  },
})

async function unlessClosed(folder: Folder, closed: ReadonlySet<string>): Promise<Folder> {
  if (closed.size === 0) return folder
  if (!closed.has(entryKey(statSync(folder.self)))) return { ...folder, closed }
  await folder.close()
  throw Object.assign(new Error('It is closed to tools.'), { code: 'ECLOSED', syscall: 'open' })
}

/**
 * Folders by path, for platforms without /proc. Weaker than descriptors: a program that replaces a folder by a link
 * between check and use wins the race. Links that do not change are refused all the same.
 */
export const realpathFolders: Folders = {
  openRoot: async path => folderAt(await fs.realpath(path)),
  openChild: async (parent, name) => {
    const path = parent.at(name)
    if (!(await fs.lstat(path)).isDirectory()) return null
    const real = await fs.realpath(path)
    return dirname(real) === parent.self ? folderAt(real) : null
  },
}

/** Not every platform can open a folder to make its names durable; there they are left to the system. */
const folderAt = (self: string): Folder => ({
  self,
  at: name => entryPath(self, name),
  sync: async () => {},
  close: async () => {},
})

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants

/**
 * Folders by descriptor, the full guarantee of Linux: each is opened relative to the open descriptor of the
 * one above it and without following links. Whatever is renamed or replaced meanwhile, an open folder stays
 * the one that was walked to.
 */
export const descriptorFolders: Folders = {
  openRoot: path => openAt(path),
  openChild: async (parent, name) => {
    try {
      return await openAt(parent.at(name))
    } catch (error) {
      const code = errorCode(error)
      if (code === 'ENOTDIR' || code === 'ELOOP') return null
      throw error
    }
  },
}

const synced = promisify(fsync)

/**
 * To open or close a folder is done here and not handed to another thread, which takes ten times as long. It is closed
 * only once, since the descriptor may be reused.
 */
async function openAt(path: string): Promise<Folder> {
  const descriptor = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  const self = `/proc/self/fd/${descriptor}`
  let isOpen = true
  return {
    self,
    at: name => entryPath(self, name),
    sync: () => synced(descriptor),
    close: async () => {
      if (isOpen) closeSync(descriptor)
      isOpen = false
    },
  }
}

const hasDescriptors = process.platform === 'linux' && existsSync('/proc/self/fd')

export const platformFolders: Folders = closing(hasDescriptors ? descriptorFolders : realpathFolders)

/** A folder in an open one; `null` if it may not be entered, or is none. */
export const openChild = (parent: Folder, name: string): Promise<Folder | null> =>
  nullIfRefused(() => platformFolders.openChild(parent, name))
