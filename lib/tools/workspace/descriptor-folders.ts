import { constants, promises as fs } from 'node:fs'
import { entryPath, type Folder, type Folders } from './folder'
import { errorCode } from './refused-by'

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants

/**
 * Folders by descriptor, the full guarantee of Linux: each is opened relative to the open descriptor of the
 * one above it and without following links. Whatever is renamed or replaced meanwhile, an open folder stays
 * the one that was walked to.
 */
export const descriptorFolders: Folders = {
  openRoot: path => open(path),
  openChild: async (parent, name) => {
    try {
      return await open(parent.at(name))
    } catch (error) {
      const code = errorCode(error)
      if (code === 'ENOTDIR' || code === 'ELOOP') return null
      throw error
    }
  },
}

async function open(path: string): Promise<Folder> {
  const handle = await fs.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  const self = `/proc/self/fd/${handle.fd}`
  return {
    self,
    at: name => entryPath(self, name),
    sync: () => handle.sync(),
    close: () => handle.close(),
  }
}
