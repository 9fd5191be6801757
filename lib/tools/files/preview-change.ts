import type { Preview } from '@/lib/domain/preview'
import { counted } from '../counted'
import type { PreviewContext, Previewed, ToolContext } from '../define-tool'
import type { Snapshot } from '../workspace/snapshot'
import type { WorkspacePath } from '../workspace/workspace-path'
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
  return previewOn(change, { path, now }, context)
}

/** Shows a change as a diff against the file as it is given. */
export function previewOn(
  change: FileChange,
  file: { path: WorkspacePath; now: Snapshot },
  context: Pick<PreviewContext, 'hash'>,
): Previewed {
  const { path, now } = file
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
  const [before, after] = contentsOf(ready)
  const texts = [before, after].map(bytes => (bytes && bytes.length <= LARGEST_SHOWN ? textOf(bytes) : null))
  const isHidden = (bytes: Buffer | null, text: string | null | undefined) => bytes !== null && text === null
  return isHidden(before, texts[0]) || isHidden(after, texts[1])
    ? opaque(ready, hash)
    : open(ready, { before: texts[0] ?? null, after: texts[1] ?? null })
}

/** What the file holds before and after; `null` is no file. */
const contentsOf = ({ now, bytes }: ReadyChange): [Buffer | null, Buffer | null] => [
  now.kind === 'file' ? now.bytes : null,
  bytes,
]

function open(ready: ReadyChange, texts: { before: string | null; after: string | null }): Shown {
  const { path } = ready
  const { before, after } = texts
  const { unified, added, removed } = unifiedDiff(path.text, before, after)
  return {
    summary: summaryOf(ready, `+${added} −${removed}`),
    diff: {
      path: path.text,
      ...(before === null ? {} : { before }),
      ...(after === null ? {} : { after }),
      unified,
    },
  }
}

function opaque(ready: ReadyChange, hash: ToolContext['hash']): Shown {
  const { path } = ready
  const [before, after] = contentsOf(ready)
  const what = {
    before: before && described(before, hash(before)),
    after: after && described(after, hash(after)),
  }
  const sizes = [before, after].map(bytes => counted(bytes?.length ?? 0, 'byte'))
  return {
    summary: summaryOf(ready, sizes.join(' become ')),
    diff: { path: path.text, unified: opaqueDiff(path.text, what), truncated: true },
  }
}

function summaryOf(ready: ReadyChange, difference: string): string {
  const { path, unchanged } = ready
  const [before, after] = contentsOf(ready)
  if (unchanged) return after === null ? `${path.shown} is gone already` : `${path.shown} already holds this`
  if (before === null) return `Create ${path.shown} (${linesOf(after)})`
  return after === null ? `Remove ${path.shown} (${linesOf(before)})` : `Change ${path.shown} (${difference})`
}

const linesOf = (bytes: Buffer | null): string =>
  bytes === null || bytes.length === 0 ? 'empty' : counted(lineCount(bytes), 'line')

function described(bytes: Uint8Array, hash: string): string {
  const kind = textOf(bytes) === null ? (binaryKind(bytes) ?? 'not UTF-8 text') : 'text'
  return `${counted(bytes.length, 'byte')}, ${kind}, ${hash}`
}
