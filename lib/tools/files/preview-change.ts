import type { Preview } from '@/lib/domain/preview'
import { counted } from '../counted'
import type { PreviewContext, Previewed, ToolContext } from '../define-tool'
import { changeRisks } from './change-risks'
import { changedPath, type FileChange, fileNow, type ReadyChange, readyChange } from './file-change'
import { binaryKind } from './file-kind'
import { lineCount } from './line-count'
import { refusedPath } from './refused-path'
import { textOf } from './text-content'
import { opaqueDiff, unifiedDiff } from './unified-diff'

/** Contents of more bytes are shown by size and hash. */
const LARGEST_SHOWN = 1_048_576

/** Shows a change as a diff against the file as it is, and binds it to that content. */
export async function previewChange(change: FileChange, context: PreviewContext): Promise<Previewed> {
  const path = changedPath(change)
  if (path.kind === 'refused') return refusedPath(path)
  const now = await fileNow(path, context)
  if (now.kind === 'refused') return refusedPath(now)
  const ready = readyChange(change, path, now)
  if (ready.kind === 'refused') return { kind: 'error', message: ready.message }
  return {
    kind: 'preview',
    preview: {
      kind: 'diff',
      ...shown(ready, context.hash),
      preconditions: [{ path: path.text, hash: now.hash }],
    },
    risks: changeRisks(ready, change.overwrites),
    effects: [{ path: path.text, bytes: ready.bytes }],
  }
}

type Shown = Required<Pick<Preview, 'summary' | 'diff'>>

function shown(ready: ReadyChange, hash: ToolContext['hash']): Shown {
  const { now, bytes, text: after } = ready
  const before = now.kind === 'file' ? textOf(now.bytes) : ''
  const size = Math.max(bytes.length, now.kind === 'file' ? now.bytes.length : 0)
  return before === null || size > LARGEST_SHOWN ? opaque(ready, hash) : open(ready, { before, after })
}

function open(ready: ReadyChange, { before, after }: { before: string; after: string }): Shown {
  const { path, now, unchanged } = ready
  const existed = now.kind === 'file'
  const { unified, added, removed } = unifiedDiff(path.text, existed ? before : null, after)
  const changed = existed ? `Change ${path.shown} (+${added} −${removed})` : creation(ready)
  return {
    summary: unchanged ? `${path.shown} already holds this` : changed,
    diff: { path: path.text, ...(existed ? { before } : {}), after, unified },
  }
}

function opaque(ready: ReadyChange, hash: ToolContext['hash']): Shown {
  const { path, now, bytes, unchanged } = ready
  const existed = now.kind === 'file'
  const what = {
    before: existed ? described(now.bytes, now.hash) : '',
    after: described(bytes, hash(bytes)),
  }
  const changed = existed
    ? `Change ${path.shown} (${counted(now.bytes.length, 'byte')} become ${counted(bytes.length, 'byte')})`
    : creation(ready)
  return {
    summary: unchanged ? `${path.shown} already holds this` : changed,
    diff: { path: path.text, unified: opaqueDiff(path.text, existed, what), truncated: true },
  }
}

const creation = ({ path, bytes }: ReadyChange): string =>
  `Create ${path.shown} (${bytes.length === 0 ? 'empty' : counted(lineCount(bytes), 'line')})`

function described(bytes: Uint8Array, hash: string): string {
  const kind = textOf(bytes) === null ? (binaryKind(bytes) ?? 'not UTF-8 text') : 'text'
  return `${counted(bytes.length, 'byte')}, ${kind}, ${hash}`
}
