import { closeSync, constants, fsync, open } from 'node:fs'
import { promisify } from 'node:util'
import { entryPath, type Folder, type Folders } from './folder'
import { errorCode } from './path-refusal'

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

const opened = promisify(open)
const synced = promisify(fsync)

/**
 * Closing a folder does not wait for the disk, so it is done synchronously and not handed to another thread. It is
 * done only once, since the descriptor may be reused.
 */
async function openAt(path: string): Promise<Folder> {
  const descriptor = await opened(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
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
