/**
 * An open folder of the workspace. Its entries are reached through `at` alone. It must not be closed while
 * something is still under way in it.
 */
export type Folder = {
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
  openRoot: (path: string) => Promise<Folder>
  /** `null` where the entry is no folder; a symbolic link to one is none. */
  openChild: (parent: Folder, name: string) => Promise<Folder | null>
}

/** The path of an entry. Names come from a walk over checked segments, or from the folder itself. */
export function entryPath(folder: string, name: string): string {
  if (name === '' || name === '.' || name === '..' || name.includes('/')) {
    throw new Error(`Not the name of an entry: ${JSON.stringify(name)}`)
  }
  return `${folder}/${name}`
}
