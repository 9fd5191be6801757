import type { Stats } from 'node:fs'

/**
 * An open folder of the workspace. Its entries are reached only through `at`. It must not be closed while an operation
 * in it is pending.
 */
export type Folder = {
  /** The entries that must not be opened below it, by `entryKey`. */
  closed?: ReadonlySet<string>
  /** A path to the folder itself. */
  self: string
  /** A path to the entry of that name. */
  at: (name: string) => string
  /** Makes the names in it durable. */
  sync: () => Promise<void>
  close: () => Promise<void>
}

/** How a platform opens folders. Both throw the errors of the file system. */
export type Folders = {
  openRoot: (path: string, closed?: ReadonlySet<string>) => Promise<Folder>
  /** `null` if the entry is not a folder; a symbolic link to one does not count. */
  openChild: (parent: Folder, name: string) => Promise<Folder | null>
}

/** Identifies a file or folder by whatever name it is reached. */
export const entryKey = ({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string => `${dev}:${ino}`

/** The path of an entry. Names come from a walk over checked segments, or from the folder itself. */
export function entryPath(folder: string, name: string): string {
  if (name === '' || name === '.' || name === '..' || name.includes('/')) {
    throw new Error(`Not the name of an entry: ${JSON.stringify(name)}`)
  }
  return `${folder}/${name}`
}
