import { closeSync, type Stats } from 'node:fs'
import { type Compute, isJobOverdue } from '@/lib/domain/job'
import { nullIfRefused } from '@/lib/tools/workspace/workspace-path'
import { openFile, readBytes } from '../../workspace/open-file'
import { type Pattern, SEARCH_TEXTS, type SearchedFile, type TextMatch } from './search-texts'
import type { TreeVisit, TreeWalk } from './walk-tree'

export type Search = {
  walk: TreeWalk
  compute: Compute
  pattern: Pattern
  /** Without its dot; empty for files of any name. */
  extension: string
  matches: TextMatch[]
  /** Files that were searched to the end. */
  files: number
  /** What cannot be searched, and how much of it there was. */
  skips: Map<string, number>
  bytes: number
  /** Lines that were searched only in part. */
  cutLines: number
  /** Files in which the time ran out: they were not searched to the end, and what comes after them not at all. */
  unsearched: string[]
  /** The remaining time for all matching. */
  leftMs: number
}

/** Bounds of one search: time, matches, bytes of one file and of all. */
export const SEARCH_MS = 10_000
const MOST_MATCHES = 500
const LARGEST_FILE = 5_242_880
const MOST_BYTES = 104_857_600

/** Files are sent to the other thread in batches of this many bytes. */
const BATCH_BYTES = 262_144

export const startSearch = (options: Pick<Search, 'walk' | 'compute' | 'pattern' | 'extension'>): Search => ({
  ...options,
  matches: [],
  files: 0,
  skips: new Map(),
  bytes: 0,
  cutLines: 0,
  unsearched: [],
  leftMs: SEARCH_MS,
})

/** Searches the files of a walk until the limits are reached. A large file is searched by itself. */
export async function searchTree(visits: AsyncIterable<TreeVisit>, search: Search): Promise<void> {
  let batch: SearchedFile[] = []
  let bytes = 0
  for await (const visited of visits) {
    const file = await readFile(visited, search)
    if (!file) continue
    if (batch.length > 0 && bytes + file.bytes.length > BATCH_BYTES) {
      await searchBatch(batch, search)
      if (isOver(search)) return
      batch = []
      bytes = 0
    }
    batch.push(file)
    bytes += file.bytes.length
  }
  if (batch.length > 0) await searchBatch(batch, search)
  isOver(search)
}

function isOver({ matches, bytes, unsearched, walk }: Search): boolean {
  const isFull = matches.length >= MOST_MATCHES || bytes >= MOST_BYTES
  if (isFull) walk.isCut = true
  return isFull || unsearched.length > 0
}

const hasExtension = (name: string, extension: string): boolean =>
  extension === '' || name.toLowerCase().endsWith(`.${extension.toLowerCase()}`)

async function readFile(visit: TreeVisit, search: Search): Promise<SearchedFile | null> {
  const { folder, name, path, stats } = visit
  if (!hasExtension(name, search.extension)) return null
  if (!stats.isFile()) return skip(search, unsearchable(stats))
  if (stats.size > LARGEST_FILE) return skip(search, 'large file')
  const file = openFile(folder, name, path)
  if (file.kind !== 'file') return skip(search, 'closed file')
  const { descriptor } = file
  const bytes = await nullIfRefused(() => readBytes(descriptor, LARGEST_FILE, search.walk.signal)).finally(
    () => closeSync(descriptor),
  )
  search.bytes += bytes?.length ?? 0
  return bytes && { path, bytes }
}

const unsearchable = (stats: Stats): string =>
  stats.isSymbolicLink() ? 'symbolic link' : stats.isDirectory() ? 'closed folder' : 'special file'

function skip({ skips }: Search, what: string, count = 1): null {
  if (count > 0) skips.set(what, (skips.get(what) ?? 0) + count)
  return null
}

async function searchBatch(files: SearchedFile[], search: Search): Promise<void> {
  const { compute, pattern, matches, leftMs } = search
  const from = performance.now()
  try {
    const input = { ...pattern, files, most: MOST_MATCHES - matches.length }
    const results = await compute(SEARCH_TEXTS, input, { withinMs: leftMs })
    matches.push(...results.matches)
    search.cutLines += results.cutLines
    search.files += files.length - results.binary
    skip(search, 'binary file', results.binary)
  } catch (error) {
    if (!isJobOverdue(error)) throw error
    search.unsearched.push(...files.map(({ path }) => path))
  }
  search.leftMs -= performance.now() - from
}
