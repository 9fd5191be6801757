import { closeSync, constants, promises as fs } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { CodedText } from '@/lib/messages/phrase'
import type { ToolContext, WorkspaceScope } from '../define-tool'
import { openFile } from '../workspace/open-file'
import { entryKey, errorCode } from '../workspace/workspace-path'
import { type FileTree, type FileVisit, fileTree } from './file-tree'

/** What is copied before a command, so that its changes can be reverted. */
const MOST_FILES = 5_000
const MOST_BYTES = 64 * 1024 * 1024
export const LARGEST_COPIED = 8 * 1024 * 1024

const COUNT_MS = 5_000
const COPY_MS = 20_000

/** What a workspace held before a command. `whyNot`: why nothing was copied; null where it was. */
export type TreeCopy = {
  tree: FileTree
  whyNot: CodedText | null
  /** What the file of that path held; null where it was not copied. */
  read: (path: string) => Promise<Buffer | null>
  remove: () => Promise<void>
}

type Copying = WorkspaceScope & Pick<ToolContext, 'signal'>

/** Why the changes of a command cannot be reverted, as far as can be told before; null if they can. */
export async function whyNotCopied(context: Copying): Promise<CodedText | null> {
  const late = AbortSignal.timeout(COUNT_MS)
  return tooMuch(await fileTree(context, { signal: context.signal, late }))
}

function tooMuch({ files, bytes, isCut }: FileTree): CodedText | null {
  if (files > MOST_FILES) return { code: 'shell.manyFiles' }
  if (bytes > MOST_BYTES) return { code: 'shell.muchToCopy' }
  return isCut ? { code: 'shell.muchToLookThrough' } : null
}

/**
 * Copies a workspace into a folder of its own below `at`, which whoever calls removes.
 *
 * @throws the reason of the signal, and where there is no room for it the error of the file system
 */
export async function copyTree(context: Copying, at: string): Promise<TreeCopy> {
  const folder = await fs.mkdtemp(path.join(at, OWN))
  inUse.add(folder)
  const remove = async (): Promise<void> => {
    await fs.rm(folder, { recursive: true, force: true })
    inUse.delete(folder)
  }
  try {
    return { ...(await copyInto(folder, context)), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function copyInto(folder: string, context: Copying): Promise<Omit<TreeCopy, 'remove'>> {
  const copies = new Map<string, string>()
  const sum = { files: 0, bytes: 0 }
  const onFile = async (visit: FileVisit): Promise<void> => {
    sum.files += 1
    sum.bytes += visit.entry.size
    if (sum.files > MOST_FILES || sum.bytes > MOST_BYTES || visit.entry.size > LARGEST_COPIED) return
    const copy = path.join(folder, String(sum.files))
    if (await copyFile(visit, copy)) copies.set(visit.path, copy)
  }
  const late = AbortSignal.timeout(COPY_MS)
  const tree = await fileTree(context, { signal: context.signal, late, onFile })
  const whyNot = tooMuch(tree)
  const read = async (name: string): Promise<Buffer | null> => {
    const copy = whyNot === null ? copies.get(name) : undefined
    return copy === undefined ? null : fs.readFile(copy)
  }
  return { tree, whyNot, read }
}

/** From what was opened, whatever takes its name meanwhile. False where it cannot be read. */
async function copyFile({ folder, name, path }: FileVisit, copy: string): Promise<boolean> {
  const opened = openFile(folder, name, path)
  if (opened.kind !== 'file') return false
  try {
    const source = process.platform === 'linux' ? `/proc/self/fd/${opened.descriptor}` : folder.at(name)
    if (entryKey(await fs.stat(source)) !== entryKey(opened.stats)) return false
    await fs.copyFile(source, copy, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    return true
  } finally {
    closeSync(opened.descriptor)
  }
}

const PREFIX = `countersign-copies-${os.hostname().replaceAll(/[^\w.-]/g, '_')}-`
const OWN = `${PREFIX}${process.pid}-`

/** The folders of this process that hold a copy just now. */
const inUse = new Set<string>()

/** Removes what processes of this machine that are dead have left. */
export async function removeDeadCopies(at: string): Promise<void> {
  for (const name of await fs.readdir(at)) {
    const holder = name.startsWith(PREFIX) ? /^(\d+)-\w{6}$/.exec(name.slice(PREFIX.length))?.[1] : undefined
    if (holder === undefined || inUse.has(path.join(at, name)) || isAlive(Number(holder))) continue
    await fs.rm(path.join(at, name), { recursive: true, force: true })
  }
}

/** This process counts as another one: what it does not use is that of one that had its number before. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return errorCode(error) === 'EPERM'
  }
}
