import { randomUUID } from 'node:crypto'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The file in the workspace's root that names the installation it belongs to. */
export const MARKER = '.countersign-workspace'

/** Makes the folder where it is missing, and gives the one path that all tools walk from. */
export async function openWorkspace(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  return realpath(folder)
}

/** What the marker says; a workspace without one gets a fresh one. */
export async function workspaceId(root: string): Promise<string> {
  const file = path.join(root, MARKER)
  const fresh = randomUUID()
  try {
    await writeFile(file, `${fresh}\n`, { flag: 'wx' })
    return fresh
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return readMarker(root)
  }
}

export const readMarker = async (root: string): Promise<string> =>
  (await readFile(path.join(root, MARKER), 'utf8')).trim()
