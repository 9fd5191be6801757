import { promises as fs } from 'node:fs'
import type { Health } from '@/lib/domain/contract/health'

/** With less than this a server is about to be unable to store anything. */
const LITTLE = 64 * 1024 * 1024
type Folders = { dataDir?: string | undefined; workspace: string }

/** How much can still be written to where this process writes, and what is to be said about it. */
export async function diskSpace({
  dataDir,
  workspace,
}: Folders): Promise<{ disk: Health['disk']; problems: string[] }> {
  const folders = [
    ...(dataDir === undefined ? [] : [{ name: 'data directory', folder: dataDir }]),
    { name: 'workspace', folder: workspace },
  ]
  const found = await Promise.all(
    folders.map(async each => ({ ...each, free: await freeBytes(each.folder) })),
  )
  return {
    disk: { freeBytes: Math.min(...found.flatMap(({ free }) => free ?? [])) },
    problems: found.flatMap(({ name, folder, free }) =>
      free !== null && free < LITTLE
        ? [
            `The disk of the ${name} ${folder} is full or nearly so: ${megabytes(free)} MB are free. Free some space there.`,
          ]
        : [],
    ),
  }
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1)

/** For whoever is not root. Null where the folder cannot be looked at, which is told elsewhere. */
async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await fs.statfs(folder)
    return bavail * bsize
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}
