import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { CodedText } from '@/lib/messages/phrase'
import type { Database } from '@/lib/store/connection/database'
import {
  findInstallation,
  type InstallationRow,
  saveWorkspaceFolder,
} from '@/lib/store/installation/installation'

/**
 * The file in the data directory that says which workspace it goes with: the id that the database has for it, the
 * folder as the file system knows it, and where it lies in the data directory, if it does.
 */
export const MARKER = 'workspace-id'

export type Workspace = { root: string; dataDir: string | undefined }

/** Makes the folder where it is missing, and gives the one path that all tools walk from. */
export async function openWorkspace(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  return realpath(folder)
}

/** A folder as its file system knows it, whatever its path is: its number there, and the second in which it was made. */
export async function folderIdentity(root: string): Promise<string> {
  const { ino, birthtimeNs } = await stat(root, { bigint: true })
  return `${ino}@${birthtimeNs / 1_000_000_000n}`
}

/** Not every file system tells when a folder was made. */
function isSameFolder(one: string, other: string | null | undefined): boolean {
  const [[ino, birth], [otherIno, otherBirth]] = [one.split('@'), (other ?? '').split('@')]
  return ino === otherIno && (birth === otherBirth || birth === '0' || otherBirth === '0')
}

/**
 * Why this process must not work on the files of its workspace: the folder is not the one that the database knows.
 * One that was seen, or that a person vouches for, is noted in the database and in the data directory.
 */
export async function whyNotOurWorkspace(db: Database, workspace: Workspace): Promise<CodedText | null> {
  const { root, dataDir } = workspace
  const row = await findInstallation(db)
  const folder = await folderIdentity(root).catch(() => null)
  const isOurs = folder !== null && (await isKnown(row, { ...workspace, folder }))
  if (!isOurs) {
    const marker = dataDir ? path.join(dataDir, MARKER) : 'none'
    return { code: 'health.otherWorkspace', params: { root, id: row.workspace, marker } }
  }
  if (!isSameFolder(folder, row.workspaceFolder)) {
    await saveWorkspaceFolder(db, { before: row.workspaceFolder, folder })
  }
  if (dataDir) await writeMarker(dataDir, [row.workspace, folder, pathInside(dataDir, root) ?? ''])
  return null
}

async function isKnown(
  row: InstallationRow,
  { root, dataDir, folder }: Workspace & { folder: string },
): Promise<boolean> {
  if (row.workspaceFolder !== null && isSameFolder(folder, row.workspaceFolder)) return true
  if (!dataDir) return false
  const [id, markedFolder, inside] = (await readText(path.join(dataDir, MARKER)))?.split('\n') ?? []
  if (id !== row.workspace) return false
  if (!markedFolder || isSameFolder(folder, markedFolder)) return true
  // Both were moved or put back together.
  return inside !== undefined && inside !== '' && inside === pathInside(dataDir, root)
}

/** Where the workspace lies in the data directory, if it does. */
function pathInside(dataDir: string, root: string): string | undefined {
  const inside = path.relative(dataDir, root)
  return inside === '' || inside.startsWith('..') || path.isAbsolute(inside) ? undefined : inside
}

async function writeMarker(dataDir: string, lines: string[]): Promise<void> {
  const [file, text] = [path.join(dataDir, MARKER), lines.join('\n').trim()]
  if ((await readText(file)) === text) return
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${text}\n`, { mode: 0o600 })
  await rename(draft, file)
}

async function readText(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}
