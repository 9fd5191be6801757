import { promises as fs } from 'node:fs'
import type { FileDiff } from '@/lib/domain/call/preview'
import { type Compute, THREAD_SIZE } from '@/lib/domain/job'
import { isTrustedFile } from '@/lib/domain/policy/trusted-files'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { counted, oneLine } from '@/lib/text/truncate'
import type { Change, PerformContext, WorkspaceScope } from '../define-tool'
import { COMPARE_TEXTS, opaqueDiff, unifiedDiff } from '../files/change/unified-diff'
import { utf8Text } from '../files/text-content'
import { openFolder } from '../workspace/open-folder'
import { takeSnapshot } from '../workspace/snapshot'
import { errorCode, splitPath, workspacePath } from '../workspace/workspace-path'
import { type FileTree, fileTree, MOST_MARKS } from './file-tree'
import { LARGEST_COPIED, type TreeCopy } from './tree-copy'

/**
 * What a command changed. `changes` can be put back, and come in the order of `Result.changes`; `unkept` are the paths of
 * what cannot, and `uncopied` those of what no copy is made of: what is ignored, and what git obeys in `.git`. `isCut`:
 * there may be more.
 */
export type CommandChanges = { changes: Change[]; unkept: string[]; uncopied: string[]; isCut: boolean }

/** What is kept of one command, and for how long it is looked for: less than a Call that was ended is waited for. */
const MOST_CHANGES = 500
const MOST_BYTES = 64 * 1024 * 1024
const LOOK_MS = 4_000

type Comparing = Pick<PerformContext, 'root' | 'folder' | 'closed' | 'hash'>

/** Compares a workspace with what was copied of it. However the command ended, this is done to its end. */
export async function changesSince(copy: TreeCopy, context: Comparing): Promise<CommandChanges> {
  const late = AbortSignal.timeout(LOOK_MS)
  const { tree: before } = copy
  const after = await fileTree(context, { late, earlier: before })
  const paths = await pathsToCompare({ before, after }, context)
  const changes: Change[] = []
  const unkept: string[] = []
  let bytes = 0
  for (const path of paths) {
    const full = late.aborted || changes.length >= MOST_CHANGES || bytes >= MOST_BYTES
    const change = full ? 'unkept' : await changeOf(path, { copy, after, late }, context)
    if (change === null) continue
    const size = change === 'unkept' ? 0 : sizeOf(change.before) + sizeOf(change.after)
    if (change === 'unkept' || bytes + size > MOST_BYTES) unkept.push(path)
    else changes.push(change)
    bytes += size
  }
  const uncopied = uncopiedPaths({ before, after })
  return { changes: inOrder(changes), unkept, uncopied, isCut: after.isCut || before.isCut }
}

const sizeOf = (content: Change['before']): number => (content instanceof Uint8Array ? content.length : 0)

type Trees = { before: FileTree; after: FileTree }

/** Those that are there anew, are another one or another kind, or are gone. */
async function pathsToCompare({ before, after }: Trees, scope: WorkspaceScope): Promise<string[]> {
  const paths: string[] = []
  for (const [path, entry] of after.entries) {
    const old = before.entries.get(path)
    if (old ? old.stamp !== entry.stamp : !before.isCut) paths.push(path)
  }
  for (const path of before.entries.keys())
    if (!after.entries.has(path) && (await isGone(path, scope))) paths.push(path)
  return paths
}

/** Of a tree that is not whole nobody knows what is there anew, or gone. */
function uncopiedPaths({ before, after }: Trees): string[] {
  const isWhole = [before, after].every(({ isCut, uncopied }) => !isCut && uncopied.size < MOST_MARKS)
  const paths = new Set([...before.uncopied.keys(), ...after.uncopied.keys()])
  return [...paths].filter(path => {
    const [old, now] = [before.uncopied.get(path), after.uncopied.get(path)]
    return old === undefined || now === undefined ? isWhole : old !== now
  })
}

async function isGone(path: string, scope: WorkspaceScope): Promise<boolean> {
  const parsed = workspacePath(path)
  if (parsed.kind === 'refused') return true
  const { folder, name } = splitPath(parsed)
  const opened = await openFolder({ scope, segments: folder })
  if (opened.kind !== 'folder') return opened.kind === 'absent' || opened.codedText.code === 'path.noFolder'
  try {
    return (await fs.lstat(opened.folder.at(name))).isDirectory()
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return errorCode(error) === 'ENOENT'
  } finally {
    await opened.folder.close()
  }
}

/** Null where the file holds what it held. */
async function changeOf(
  path: string,
  { copy, after, late }: { copy: TreeCopy; after: FileTree; late: AbortSignal },
  context: Comparing,
): Promise<Change | 'unkept' | null> {
  const [old, now] = [copy.tree.entries.get(path), after.entries.get(path)]
  const before = old ? await copy.read(path) : null
  if (copy.whyNot !== null || (old && before === null)) return 'unkept'
  if (now?.kind === 'other' || (now && now.size > LARGEST_COPIED)) return 'unkept'
  const file = now ? await fileAt(path, { ...context, signal: late }) : null
  if (now && file === null) return 'unkept'
  const wasMode = old?.kind === 'file' ? old.mode : undefined
  const isSameMode = !now || !old || wasMode === now.mode
  if (isSameMode && file && before?.equals(file)) return null
  return {
    path,
    before,
    after: file,
    ...(wasMode === undefined || (now && isSameMode) ? {} : { mode: wasMode }),
  }
}

/** Null where it cannot be read, or not in time. */
async function fileAt(path: string, context: Parameters<typeof takeSnapshot>[1]): Promise<Buffer | null> {
  const parsed = workspacePath(path)
  if (parsed.kind === 'refused' || context.signal.aborted) return null
  try {
    const file = await takeSnapshot(parsed, context)
    return file.kind === 'file' ? file.bytes : null
  } catch (error) {
    if (error !== context.signal.reason) throw error
    return null
  }
}

/**
 * They are undone from the end: what stands where a folder was goes first, then what was removed comes back, before what
 * was made is removed.
 */
function inOrder(changes: Change[]): Change[] {
  const removed = changes.filter(({ after }) => after === null)
  const rank = ({ path, before, after }: Change): number => {
    if (before === null) return removed.some(other => other.path.startsWith(`${path}/`)) ? 3 : 0
    return after === null ? 2 : 1
  }
  return changes.toSorted((a, b) => rank(a) - rank(b))
}

const MOST_TOLD = 20

/** What changed, in a line for each way. */
export function changesText(since: CommandChanges, whyNot: CodedText | null): string[] {
  const { changes, unkept, uncopied, isCut } = since
  const why =
    whyNot === null ? 'Changed, and cannot be put back' : `Changed, and not kept (${phrase(whyNot)})`
  const pathsOf = (some: Change[]): string[] => some.map(({ path }) => path)
  const added = changes.filter(({ before }) => before === null)
  const removed = changes.filter(({ after }) => after === null)
  const changed = changes.filter(({ before, after }) => before !== null && after !== null)
  const all = [...pathsOf(changes), ...unkept, ...uncopied]
  return [
    ...sentence('Other programs run or obey what it changed', all.filter(isTrustedFile).sort()),
    ...sentence('Changed', pathsOf(changed)),
    ...sentence('Added', pathsOf(added)),
    ...sentence('Removed', pathsOf(removed)),
    ...sentence(why, unkept),
    ...sentence('Changed in what is not copied (.git and ignored files), and cannot be put back', uncopied),
    ...(isCut && all.length > 0 ? ['There may be more changes.'] : []),
  ]
}

function sentence(word: string, paths: string[]): string[] {
  if (paths.length === 0) return []
  const more = paths.length - MOST_TOLD
  const names = paths.slice(0, MOST_TOLD).map(path => oneLine(path))
  return [`${word}: ${names.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`]
}

/** What all diffs of a command show together, in characters. */
const MOST_SHOWN = 100_000

/** The changes as they are shown; `left` counts those for which there is no room. */
export async function diffsOfChanges(
  changes: Change[],
  { signal, compute }: Pick<PerformContext, 'signal' | 'compute'>,
): Promise<{ diffs: FileDiff[]; left: number }> {
  const diffs: FileDiff[] = []
  let room = MOST_SHOWN
  for (const change of changes) {
    const { path } = change
    const unified = await unifiedOf(change, { compute, isOver: signal.aborted, room })
    if (unified.text.length > room) break
    room -= unified.text.length
    diffs.push({ path, unified: unified.text, ...(unified.isWhole ? {} : { truncated: true }) })
  }
  return { diffs, left: changes.length - diffs.length }
}

/** A Call that was ended has no time left for what is large. */
async function unifiedOf(
  change: Change,
  { compute, isOver, room }: { compute: Compute; isOver: boolean; room: number },
): Promise<{ text: string; isWhole: boolean }> {
  const { path } = change
  const [before, after] = [change.before, change.after].map(shownText)
  const sizes = { before: sizeText(change.before), after: sizeText(change.after) }
  const hidden = { text: opaqueDiff(path, sizes), isWhole: false }
  if (before === undefined || after === undefined) return hidden
  const input = { path, before, after }
  const isLarge = COMPARE_TEXTS.size(input) >= THREAD_SIZE
  if (isLarge && isOver) return hidden
  const { unified } = isLarge ? await compute(COMPARE_TEXTS, input) : unifiedDiff(path, before, after)
  return unified.length > room ? hidden : { text: unified, isWhole: true }
}

/** Larger files are named by their sizes. */
const LARGEST_COMPARED = 1_048_576

/** Undefined where it cannot be shown. */
function shownText(content: Change['before']): string | null | undefined {
  if (content === null || content === 'folder') return null
  return content.length > LARGEST_COMPARED ? undefined : (utf8Text(content) ?? undefined)
}

const sizeText = (content: Change['before']): string | null =>
  content === null ? null : counted(sizeOf(content), 'byte')
