import { promises as fs } from 'node:fs'
import { dirname } from 'node:path'
import { entryPath, type Folder, type Folders } from './folder'

/**
 * Folders by path, for platforms without /proc. Weaker than descriptors: a program that exchanges a folder
 * for a link between the check and the use wins the race. Links that stand still are refused all the same.
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
