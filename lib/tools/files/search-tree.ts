import { openFile } from '../workspace/open-file'
import { readBytes } from '../workspace/read-bytes'
import { errorCode } from '../workspace/refused-by'
import { binaryKind } from './file-kind'
import type { LineMatcher } from './line-matcher'
import type { Visited, Walk } from './walk-tree'

/** `line` counts from 1. `text` is the line, cut where it is long. */
export type Match = { path: string; line: number; text: string }

export type Search = {
  walk: Walk
  matcher: LineMatcher
  /** Without its dot; empty for files of any name. */
  extension: string
  matches: Match[]
  /** Files that were read. */
  files: number
  /** Files that are too large to be searched. */
  large: number
  bytes: number
}

/** Bounds of one search: matches, bytes of one file and of all, characters of a line that are shown. */
const MOST_MATCHES = 500
const LARGEST_FILE = 5_242_880
const MOST_BYTES = 104_857_600
const SHOWN_CHARS = 300

/** Searches the files that a walk meets, until the bounds are reached. Binary files have no lines. */
export async function searchTree(visits: AsyncIterable<Visited>, search: Search): Promise<void> {
  for await (const visited of visits) {
    if (!visited.stats.isFile() || !hasExtension(visited.name, search.extension)) continue
    if (visited.stats.size > LARGEST_FILE) {
      search.large += 1
      continue
    }
    await searchFile(visited, search)
    if (search.matches.length < MOST_MATCHES && search.bytes < MOST_BYTES) continue
    search.walk.cut = true
    return
  }
}

const hasExtension = (name: string, extension: string): boolean =>
  extension === '' || name.toLowerCase().endsWith(`.${extension.toLowerCase()}`)

async function searchFile(visited: Pick<Visited, 'folder' | 'name' | 'path'>, search: Search): Promise<void> {
  const { folder, name, path } = visited
  const file = await openFile(folder, name, path)
  if (file.kind !== 'file') return
  try {
    const bytes = await readBytes(file.handle, LARGEST_FILE, search.walk.signal)
    search.bytes += bytes.length
    search.files += 1
    if (binaryKind(bytes) === null) searchText(path, new TextDecoder().decode(bytes), search)
  } catch (error) {
    if (errorCode(error) === undefined) throw error
  } finally {
    await file.handle.close()
  }
}

function searchText(path: string, text: string, { matcher, matches }: Search): void {
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (matches.length >= MOST_MATCHES) return
    if (matcher.matches(line)) matches.push({ path, line: index + 1, text: shown(line) })
  }
}

const shown = (line: string): string =>
  line.length > SHOWN_CHARS ? `${line.slice(0, SHOWN_CHARS).replace(/[\ud800-\udbff]$/, '')}…` : line
