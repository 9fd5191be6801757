import { promises as fs, type Stats } from 'node:fs'
import type { Folder } from '../workspace/folder'
import { platformFolders } from '../workspace/platform-folders'
import { errorCode } from '../workspace/refused-by'

/** `path` is relative to the workspace. `folder` is one that was not gone into. */
export type TreeEntry =
  | { kind: 'file'; path: string; size: number }
  | { kind: 'link' | 'folder' | 'other'; path: string }

export type Tree = {
  entries: TreeEntry[]
  /** There is more than the bounds let through. */
  cut: boolean
  /** Entries were left out by their name. */
  leftOut: boolean
}

/** Bounds of one listing: entries in the answer, entries looked at in one folder and in all, depth. */
const MOST_ENTRIES = 1000
const MOST_IN_FOLDER = 10_000
const MOST_SEEN = 50_000
const DEEPEST = 20

const LEFT_OUT = new Set(['node_modules', '__pycache__', 'venv'])

type Listing = Tree & { seen: number; signal: AbortSignal }

/**
 * Lists a folder and the folders below it, sorted by name within each. Links are named, not followed. Throws
 * the signal's reason, and the errors of the file system about the folder itself.
 */
export async function listTree(folder: Folder, path: string, signal: AbortSignal): Promise<Tree> {
  const listing: Listing = { entries: [], cut: false, leftOut: false, seen: 0, signal }
  await list(folder, { prefix: path === '' ? '' : `${path}/`, depth: 1 }, listing)
  const { entries, cut, leftOut } = listing
  return { entries, cut, leftOut }
}

type Position = { prefix: string; depth: number }

async function list(folder: Folder, { prefix, depth }: Position, listing: Listing): Promise<void> {
  for (const name of await names(folder, listing)) {
    listing.signal.throwIfAborted()
    if (listing.entries.length >= MOST_ENTRIES) {
      listing.cut = true
      return
    }
    const path = prefix + name
    const stats = await statsOf(folder, name)
    if (!stats) continue
    if (!stats.isDirectory()) listing.entries.push(leaf(path, stats))
    else if (depth === DEEPEST) listing.entries.push({ kind: 'folder', path })
    else await listChild(folder, name, { listing, path, depth })
  }
}

const leaf = (path: string, stats: Stats): TreeEntry =>
  stats.isFile()
    ? { kind: 'file', path, size: stats.size }
    : { kind: stats.isSymbolicLink() ? 'link' : 'other', path }

type Below = { listing: Listing; path: string; depth: number }

async function listChild(parent: Folder, name: string, { listing, path, depth }: Below): Promise<void> {
  const child = await openChild(parent, name)
  if (!child) {
    listing.entries.push({ kind: 'folder', path })
    return
  }
  try {
    await list(child, { prefix: `${path}/`, depth: depth + 1 }, listing)
  } finally {
    await child.close()
  }
}

/** `null` for a folder that may not be opened, or that is none by now. */
async function openChild(parent: Folder, name: string): Promise<Folder | null> {
  try {
    return await platformFolders.openChild(parent, name)
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return null
  }
}

async function names(folder: Folder, listing: Listing): Promise<string[]> {
  const found: string[] = []
  for await (const { name } of await fs.opendir(folder.self, { bufferSize: 512 })) {
    listing.signal.throwIfAborted()
    listing.seen += 1
    if (name.startsWith('.') || LEFT_OUT.has(name)) listing.leftOut = true
    else found.push(name)
    if (listing.seen >= MOST_SEEN || found.length >= MOST_IN_FOLDER) {
      listing.cut = true
      break
    }
  }
  return found.sort()
}

/** `null` where the entry is gone by now, or has a name that cannot be given as text. */
async function statsOf(folder: Folder, name: string): Promise<Stats | null> {
  try {
    return await fs.lstat(folder.at(name))
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return null
  }
}
