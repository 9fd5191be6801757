import { closeSync, promises as fs, fstatSync, openSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Writes JSON into a file that only the account of this process may read. Whoever reads it meanwhile gets what was there
 * or what is new, whole; two writers at once do not mix. Its draft lies in a folder of its own, which nobody else enters.
 */
export async function writePrivateJson(file: string, value: unknown): Promise<void> {
  const folder = await fs.mkdtemp(path.join(path.dirname(file), '.draft-'))
  try {
    const draft = path.join(folder, 'draft')
    await fs.writeFile(draft, JSON.stringify(value), { mode: 0o600, flag: 'wx', flush: true })
    await fs.rename(draft, file)
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}

/** Tells a file from what it is once somebody has written it; `null`: there is none. */
export function fileStamp(file: string): string | null {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat ? [stat.ino, stat.size, stat.mode, stat.mtimeNs, stat.ctimeNs].join(' ') : null
}

/** More than this nobody keeps by hand. */
const MOST_BYTES = 1_000_000

/**
 * The value in such a file.
 *
 * @throws Error whose message says what is wrong with the file, and holds nothing of what is in it
 */
export function readPrivateJson(file: string): unknown {
  const text = readPrivately(file)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it is no JSON')
  }
}

function readPrivately(file: string): string {
  const descriptor = openSync(file, 'r')
  try {
    const { mode, size } = fstatSync(descriptor)
    // On Windows modes say nothing of who may read.
    const others = process.platform === 'win32' ? 0 : mode & 0o077
    if (others !== 0) throw new Error(`other accounts may read or change it: make its mode 600 (chmod 600)`)
    if (size > MOST_BYTES) throw new Error('it is too large')
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}
