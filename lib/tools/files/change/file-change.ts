import type { Compute } from '@/lib/domain/job'
import { type CodedText, plain } from '@/lib/messages/phrase'
import type { Effect, ToolContext } from '../../define-tool'
import { ABSENT, LARGEST_CHANGED, type Snapshot, takeSnapshot } from '../../workspace/snapshot'
import { filePath, type PathRefusal, refusePath, type WorkspacePath } from '../../workspace/workspace-path'

/**
 * A change of files, as requested by its arguments, made wholly or not at all. `paths` are all that it depends on, each
 * once; `apply` says what becomes of each of them, in their order, and depends on nothing else. `isOne`: its argument
 * names one file, whose diff is shown even where nothing changes. `overwrites`: what the file held does not matter.
 */
export type FilesChange = {
  paths: string[]
  isOne?: true
  overwrites?: boolean
  apply: (files: FileBefore[], compute: Compute) => Promise<FilesOutcome>
}

export type FileBefore = { path: WorkspacePath; now: Snapshot }

/**
 * `moves`: the index of the file that is put here, itself and not a copy. `mode`: that of a file that is made, as far as
 * the process may give it. `exactMode`: the one that the file gets in any case.
 */
export type FileAfter = {
  bytes: Uint8Array | null
  mode?: number | undefined
  exactMode?: number | undefined
  moves?: number
}

/** `summary` is the message once it is done; `intent` is shown before that where diffs would say less. */
export type FilesOutcome =
  | { kind: 'applied'; files: FileAfter[]; summary: string; intent?: CodedText }
  | { kind: 'error'; message: string; codedText?: CodedText }

/** What becomes of one file; without `bytes` it is removed. */
export type FileOutcome =
  | { kind: 'applied'; bytes: Uint8Array | null; summary: string }
  | { kind: 'error'; message: string; codedText?: CodedText }

/** A change of one file. */
export const oneFile = (
  path: string,
  apply: (file: FileBefore, compute: Compute) => Promise<FileOutcome>,
  { overwrites = false, exactMode }: { overwrites?: boolean; exactMode?: number | undefined } = {},
): FilesChange => ({
  paths: [path],
  isOne: true,
  overwrites,
  apply: async (files, compute) => {
    const [file] = files
    if (!file) throw new Error('One file is read')
    const outcome = await apply(file, compute)
    if (outcome.kind === 'error') return outcome
    const { bytes, summary } = outcome
    return { kind: 'applied', files: [{ bytes, exactMode }], summary }
  },
})

/** A file of a change, before and after. */
export type ReadyFile = FileBefore & Omit<FileAfter, 'bytes'> & { bytes: Buffer | null; unchanged: boolean }

/** `changed` are those of the files that become others. */
export type ReadyFiles = {
  kind: 'ready'
  files: ReadyFile[]
  changed: ReadyFile[]
  summary: string
  intent?: CodedText | undefined
}

/** The file as it is now, or as earlier Calls of the set will leave it. */
export async function fileNow(
  path: WorkspacePath,
  context: Parameters<typeof takeSnapshot>[1] & { earlier?: Effect[] },
): Promise<Snapshot | PathRefusal> {
  const effect = context.earlier?.findLast(earlier => earlier.path === path.text)
  return effect ? imagined(effect.bytes, context.hash) : takeSnapshot(path, context)
}

/** A file as it would be with this content, for a preview. */
export function imagined(content: Uint8Array | null, hash: ToolContext['hash']): Snapshot {
  if (content === null) return ABSENT
  const bytes = Buffer.from(content)
  return { kind: 'file', hash: hash(bytes), bytes, mode: 0o644, uid: 0, gid: 0 }
}

/** The files that a change depends on. */
export async function filesBefore(
  { paths, overwrites }: FilesChange,
  read: (path: WorkspacePath, namesLike: boolean) => Promise<Snapshot | PathRefusal>,
): Promise<FileBefore[] | PathRefusal> {
  const files: FileBefore[] = []
  let size = 0
  for (const text of paths) {
    const path = filePath(text)
    if (path.kind === 'refused') return path
    const now = await read(path, !overwrites)
    if (now.kind === 'refused') return now
    size += now.kind === 'file' ? now.bytes.length : 0
    if (size > LARGEST_CHANGED) return refusePath({ code: 'path.tooMuch' })
    files.push({ path, now })
  }
  return files
}

/** Applies a change to the files as they are. */
export async function readyFiles(
  change: FilesChange,
  files: FileBefore[],
  compute: Compute,
): Promise<ReadyFiles | PathRefusal> {
  const applied = await change.apply(files, compute)
  if (applied.kind === 'error') return refusePath(applied.codedText ?? plain(applied.message))
  const { summary, intent } = applied
  const ready = files.map((file, index): ReadyFile => {
    const { bytes: content, ...after } = applied.files[index] ?? { bytes: null }
    const bytes = content && Buffer.from(content.buffer, content.byteOffset, content.length)
    const { now } = file
    const isSame = now.kind === 'file' ? bytes?.equals(now.bytes) === true : bytes === null
    return { ...file, ...after, bytes, unchanged: isSame && !changesMode(now, after.exactMode) }
  })
  return { kind: 'ready', files: ready, changed: ready.filter(file => !file.unchanged), summary, intent }
}

/** Whether a file that is there has another mode than this one. */
export const changesMode = (now: Snapshot, mode: number | undefined): boolean =>
  now.kind === 'file' && mode !== undefined && (now.mode & 0o777) !== mode
