import { type BigIntStats, closeSync, promises as fs } from 'node:fs'
import type { WorkspaceScope } from '../define-tool'
import { Turns } from '../turns'
import { openFile, readBytes } from '../workspace/open-file'
import { openFolder } from '../workspace/open-folder'
import { openChild } from '../workspace/platform-folders'
import { isUnfinished } from '../workspace/temporary-file'
import { entryKey, errorCode, type Folder, nullIfRefused } from '../workspace/workspace-path'
import { bytesOf, type IgnoreRule, readIgnoreRules, speaksOf } from './ignore-rules'
import { markOf, markRepository } from './repository-marks'

/**
 * What is at a path, as far as that is known without reading it: where `stamp` is the same, so is the rest. `other`: a
 * link, a file with several names, what is neither file nor folder, and a folder that cannot be entered.
 */
type FileEntry = { kind: 'file'; size: number; mode: number; stamp: string }
export type TreeEntry = FileEntry | { kind: 'other'; stamp: string }

/**
 * `uncopied`: a mark, which differs once it was changed, of what is ignored and of what git obeys in `.git`; of an
 * ignored folder it is that of its own list of names. `folders`: those that were walked. `rules`: what the `.gitignore`
 * of each says. `isCut`: there is more than a walk takes time and place for.
 */
export type FileTree = {
  entries: Map<string, TreeEntry>
  uncopied: Map<string, string>
  folders: Set<string>
  rules: Map<string, IgnoreRule[]>
  files: number
  bytes: number
  isCut: boolean
}

/** A file on the walk, in its open folder. */
export type FileVisit = { folder: Folder; name: string; path: string; entry: FileEntry }

/**
 * `late`: from when on the rest is left out. `earlier`: the tree as it was; what its rules ignored, and what could not be
 * entered then, is left out again, since nobody knows what it held, and what it holds is looked at whatever the rules
 * are by now. `onFile` may look at each file on the way.
 */
type FileWalk = {
  signal?: AbortSignal
  late: AbortSignal
  earlier?: FileTree
  onFile?: (visit: FileVisit) => Promise<void>
}

/** The most entries of a walk, the most marks, and its depth, which is that of a path. */
const MOST_ENTRIES = 50_000
export const MOST_MARKS = 10_000
const DEEPEST = 99

/**
 * The files of a workspace that git would not ignore, `.git` itself left out; of those, marks. No link is followed.
 *
 * @throws the reason of `signal`
 */
export async function fileTree(scope: WorkspaceScope, walk: FileWalk): Promise<FileTree> {
  const tree: FileTree = {
    entries: new Map(),
    uncopied: new Map(),
    folders: new Set(),
    rules: new Map(),
    files: 0,
    bytes: 0,
    isCut: false,
  }
  const opened = await openFolder({ scope, segments: [] })
  if (opened.kind !== 'folder') return { ...tree, isCut: true }
  try {
    await walkFolder(opened.folder, [], { ...walk, tree, turns: new Turns() })
  } finally {
    await opened.folder.close()
  }
  return tree
}

/** A folder may hold many rules, and each is asked about each entry: meanwhile others have their `turns`. */
type Walking = FileWalk & { tree: FileTree; turns: Turns }

async function walkFolder(folder: Folder, segments: string[], walking: Walking): Promise<void> {
  const { tree, signal, late } = walking
  tree.folders.add(segments.join('/'))
  await readRules(folder, segments, walking)
  const names = await namesIn(folder, walking)
  for (let at = 0; at < names.length; at += AT_ONCE) {
    signal?.throwIfAborted()
    if (late.aborted || tree.entries.size >= MOST_ENTRIES) tree.isCut = true
    if (tree.isCut) return
    const some = names.slice(at, at + AT_ONCE)
    const stats = await Promise.all(
      some.map(name => nullIfRefused(() => fs.lstat(folder.at(name), { bigint: true }))),
    )
    const folders: Located[] = []
    const visits: FileVisit[] = []
    for (const [index, name] of some.entries()) {
      const located = { folder, name, segments: [...segments, name], stats: stats[index] ?? null }
      const kind = await kindOf(located, walking)
      if (kind === 'uncopied') await noteMark(located, walking)
      if (kind !== 'copied') continue
      if (located.stats?.isDirectory()) folders.push(located)
      else visits.push(...noteEntry(located, tree))
    }
    if (walking.onFile) await Promise.all(visits.map(walking.onFile))
    for (const located of folders) await visitFolder(located, walking)
  }
}

/** So many entries are looked at together: one after the other, most of the time would be spent waiting. */
const AT_ONCE = 32

async function readRules(folder: Folder, segments: string[], walking: Walking): Promise<void> {
  const { tree, late } = walking
  const opened = openFile(folder, '.gitignore', '.gitignore')
  if (opened.kind !== 'file') return
  try {
    const bytes = await readBytes(opened.descriptor, MOST_RULES, late)
    // Of a line that is cut off nobody knows what it says.
    const end = bytes.length < MOST_RULES ? bytes.length : Math.max(0, bytes.lastIndexOf('\n'))
    tree.rules.set(segments.join('/'), await rulesIn(bytes.toString('utf8', 0, end), walking))
  } catch (error) {
    if (!late.aborted && errorCode(error) === undefined) throw error
    tree.isCut = true
  } finally {
    closeSync(opened.descriptor)
  }
}

/** The last one first, which is the one that counts. */
async function rulesIn(text: string, { turns }: Walking): Promise<IgnoreRule[]> {
  const rules: IgnoreRule[] = []
  for (const rule of readIgnoreRules(text)) {
    if (turns.isDue) await turns.take()
    if (rule) rules.push(rule)
  }
  return rules.reverse()
}

/** In bytes: more than anybody writes by hand. */
const MOST_RULES = 131_072

async function namesIn(folder: Folder, { tree, late }: Walking): Promise<string[]> {
  const names: string[] = []
  try {
    for await (const { name } of await fs.opendir(folder.self, { bufferSize: 512 })) {
      if (late.aborted || names.length >= MOST_ENTRIES) tree.isCut = true
      if (tree.isCut) break
      names.push(name)
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    tree.isCut = true
  }
  return names.sort()
}

/** `stats` is null for what cannot be reached by its name. */
type Located = { folder: Folder; name: string; segments: string[]; stats: BigIntStats | null }

type Kind = 'copied' | 'uncopied' | 'closed'

async function kindOf({ folder, name, segments, stats }: Located, walking: Walking): Promise<Kind> {
  if (isUnfinished(name)) return 'closed'
  if (name === '.git') return 'uncopied'
  // What cannot be looked at, or whose name is no text, is there all the same.
  if (stats === null) return 'copied'
  if (folder.closed?.has(entryKey({ dev: Number(stats.dev), ino: Number(stats.ino) }))) return 'closed'
  const [path, isFolder] = [segments.join('/'), stats.isDirectory()]
  const { tree, earlier } = walking
  if (earlier && (await isIgnored(earlier.rules, { segments, isFolder }, walking))) return 'uncopied'
  if (earlier?.entries.has(path) || earlier?.folders.has(path)) return 'copied'
  return (await isIgnored(tree.rules, { segments, isFolder }, walking)) ? 'uncopied' : 'copied'
}

async function noteMark({ folder, name, segments, stats }: Located, walking: Walking): Promise<void> {
  const { tree, late } = walking
  const path = segments.join('/')
  if (stats === null) return
  const child = name === '.git' && stats.isDirectory() ? await openChild(folder, name) : null
  if (!child) {
    if (tree.uncopied.size < MOST_MARKS) tree.uncopied.set(path, markOf(stats))
    return
  }
  try {
    await markRepository(child, path, { late, most: MOST_MARKS, marks: tree.uncopied })
  } finally {
    await child.close()
  }
}

function noteEntry({ folder, name, segments, stats }: Located, tree: FileTree): FileVisit[] {
  const path = segments.join('/')
  const entry: TreeEntry = stats ? entryOf(stats) : { kind: 'other', stamp: '' }
  tree.entries.set(path, entry)
  if (entry.kind === 'other') return []
  tree.files += 1
  tree.bytes += entry.size
  return [{ folder, name, path, entry }]
}

async function visitFolder({ folder, name, segments, stats }: Located, walking: Walking): Promise<void> {
  const { tree, earlier } = walking
  const path = segments.join('/')
  const wasShut = isShut(earlier?.entries.get(path))
  const child = segments.length < DEEPEST && !wasShut ? await openChild(folder, name) : null
  if (!child) {
    tree.entries.set(path, { kind: 'other', stamp: `${SHUT}${stats?.ino}` })
    return
  }
  try {
    await walkFolder(child, segments, walking)
  } finally {
    await child.close()
  }
}

const SHUT = 'folder '
const isShut = (entry: TreeEntry | undefined): boolean =>
  entry?.kind === 'other' && entry.stamp.startsWith(SHUT)

/** The rules of the innermost folder that say anything about it count, as in git. */
async function isIgnored(
  rules: FileTree['rules'],
  { segments, isFolder }: { segments: string[]; isFolder: boolean },
  { tree, late, turns }: Walking,
): Promise<boolean> {
  if (rules.size === 0) return false
  const names = segments.map(bytesOf)
  for (let depth = segments.length - 1; depth >= 0; depth -= 1) {
    const path = { names: names.slice(depth), isFolder }
    for (const rule of rules.get(segments.slice(0, depth).join('/')) ?? []) {
      if (turns.isDue) await turns.take()
      if (late.aborted) tree.isCut = true
      if (tree.isCut) return true
      if (speaksOf(rule, path)) return !rule.isKept
    }
  }
  return false
}

function entryOf(stats: BigIntStats): TreeEntry {
  const { ino, mtimeNs, mode, size } = stats
  if (!stats.isFile() || stats.nlink > 1n)
    return { kind: 'other', stamp: [mode, ino, mtimeNs, size].join(' ') }
  return { kind: 'file', size: Number(size), mode: Number(mode) & 0o777, stamp: markOf(stats) }
}
