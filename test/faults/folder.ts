import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A file as it lies there. A file that is written anew has another inode or time, whatever its content. */
export type FileSeen = { content: string; inode: bigint; writtenAt: bigint }

/** Every file under a folder by its path, the hidden and the temporary ones included. */
export function filesIn(folder: string): Record<string, FileSeen> {
  const files: Record<string, FileSeen> = {}
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) continue
    const path = join(entry.parentPath, entry.name)
    const { ino, mtimeNs } = statSync(path, { bigint: true })
    files[path.slice(folder.length + 1)] = {
      content: readFileSync(path, 'utf8'),
      inode: ino,
      writtenAt: mtimeNs,
    }
  }
  return files
}
