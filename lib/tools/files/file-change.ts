import type { Effect, ToolContext } from '../define-tool'
import { type Refused, refused } from '../workspace/refused'
import { ABSENT, look, type Snapshot } from '../workspace/snapshot'
import { isTemporaryName } from '../workspace/temporary-name'
import { filePath, splitPath, type WorkspacePath } from '../workspace/workspace-path'

/**
 * A change of one file, as its arguments ask for it. `overwrites`: the content that was there does not
 * matter to it. `apply` is pure; `path` is for its words.
 */
export type FileChange = {
  path: string
  overwrites: boolean
  apply: (now: Snapshot, path: string) => Applied
}

/** What the file is to hold, `null` where it is to be gone; `done` says so once it is so. */
export type Applied =
  | { kind: 'applied'; bytes: Buffer | null; done: string }
  | { kind: 'error'; message: string }

export type ReadyChange = {
  kind: 'ready'
  path: WorkspacePath
  now: Snapshot
  bytes: Buffer | null
  done: string
  unchanged: boolean
}

type Preparing = Pick<ToolContext, 'root' | 'folder' | 'signal' | 'hash'> & { earlier?: Effect[] }

/** The file that a change is about, checked. */
export function changedPath(change: Pick<FileChange, 'path'>): WorkspacePath | Refused {
  const path = filePath(change.path)
  if (path.kind === 'refused') return path
  return isTemporaryName(splitPath(path).name)
    ? refused(`${path.shown} is a name that is kept for unfinished files: choose another one.`)
    : path
}

/** The file as it is, or as earlier Calls of the set will have left it. */
export async function fileNow(path: WorkspacePath, context: Preparing): Promise<Snapshot | Refused> {
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
export function readyChange(change: FileChange, path: WorkspacePath, now: Snapshot): ReadyChange | Refused {
  const applied = change.apply(now, path.shown)
  if (applied.kind === 'error') return refused(applied.message)
  const { bytes, done } = applied
  const unchanged = now.kind === 'file' ? bytes?.equals(now.bytes) === true : bytes === null
  return { kind: 'ready', path, now, bytes, done, unchanged }
}
