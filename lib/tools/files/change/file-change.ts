import type { Compute } from '@/lib/domain/job'
import { plain, type Words } from '@/lib/text/words/phrase'
import { type PathRefusal, refusePath } from '@/lib/tools/workspace/workspace-path'
import type { Effect, ToolContext } from '../../define-tool'
import { ABSENT, look, type Snapshot } from '../../workspace/snapshot'
import { filePath, type WorkspacePath } from '../../workspace/workspace-path'

/**
 * A change of one file, as requested by its arguments. `overwrites`: it does not depend on the previous content; `mode`:
 * the one that it gets, also where it is there already.
 * `apply` depends on nothing else; `path` is for messages.
 */
export type FileChange = {
  path: string
  overwrites: boolean
  mode?: number | undefined
  apply: (now: Snapshot, path: string, compute: Compute) => Promise<ChangeOutcome>
}

/** The new content of the file, `null` to remove it; `summary` is the message once it is done. */
export type ChangeOutcome =
  | { kind: 'applied'; bytes: Uint8Array | null; summary: string }
  | { kind: 'error'; message: string; words?: Words }

export type ReadyChange = {
  kind: 'ready'
  path: WorkspacePath
  now: Snapshot
  bytes: Buffer | null
  mode?: number | undefined
  summary: string
  unchanged: boolean
}

type Preparing = Pick<ToolContext, 'root' | 'folder' | 'closed' | 'signal' | 'hash'> & { earlier?: Effect[] }

/** The path of the changed file, checked. */
export const changedPath = (change: Pick<FileChange, 'path'>): WorkspacePath | PathRefusal =>
  filePath(change.path)

/** The file as it is now, or as earlier Calls of the set will leave it. */
export async function fileNow(path: WorkspacePath, context: Preparing): Promise<Snapshot | PathRefusal> {
  const effect = context.earlier?.findLast(earlier => earlier.path === path.text)
  return effect ? imagined(effect.bytes, context.hash) : look(path, context)
}

/** A file as it would be with this content, for a preview. */
export function imagined(content: Uint8Array | null, hash: ToolContext['hash']): Snapshot {
  if (content === null) return ABSENT
  const bytes = Buffer.from(content)
  return { kind: 'file', hash: hash(bytes), bytes, mode: 0o644, uid: 0, gid: 0 }
}

/** Applies a change to the file as it is. */
export async function readyChange(
  change: FileChange,
  { path, now }: { path: WorkspacePath; now: Snapshot },
  compute: Compute,
): Promise<ReadyChange | PathRefusal> {
  const applied = await change.apply(now, path.label, compute)
  if (applied.kind === 'error') return refusePath(applied.words ?? plain(applied.message))
  const { summary } = applied
  const bytes = applied.bytes && asBuffer(applied.bytes)
  const isSame = now.kind === 'file' ? bytes?.equals(now.bytes) === true : bytes === null
  const unchanged = isSame && !changesMode(now, change.mode)
  return { kind: 'ready', path, now, bytes, mode: change.mode, summary, unchanged }
}

/** Whether a file that is there has another mode than this one. */
export const changesMode = (now: Snapshot, mode: number | undefined): boolean =>
  now.kind === 'file' && mode !== undefined && (now.mode & 0o777) !== mode

/** The same bytes. */
const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length)
