import type { FileDiff } from '@/lib/domain/call/preview'
import type { CodedText } from '@/lib/messages/phrase'
import type { Change, PerformContext, PreviewContext, PreviewOutcome, ToolOutcome } from '../../define-tool'
import { failure, previewSummary, type RevokeContext } from '../../define-tool'
import { type FileStep, replaceFiles, revokeReplacements } from '../../workspace/replace-files'
import { takeSnapshot } from '../../workspace/snapshot'
import { filePath, type WorkspacePath } from '../../workspace/workspace-path'
import { invalidPath } from '../path-argument'
import {
  changesMode,
  type FileBefore,
  type FilesChange,
  fileNow,
  filesBefore,
  type ReadyFile,
  type ReadyFiles,
  readyFiles,
} from './file-change'
import { filesRisks, LARGEST_SHOWN, shownChange } from './preview-change'

/** What a Tool does that changes files; `changeOf`: by its arguments. */
export const changesFiles = <Arguments>(changeOf: (args: Arguments) => FilesChange) => ({
  preview: (args: Arguments, context: PreviewContext) => previewFiles(changeOf(args), context),
  perform: (args: Arguments, context: PerformContext) => performFiles(changeOf(args), context),
  revoke: (args: Arguments, context: RevokeContext) => revokeFiles(changeOf(args).paths, context),
})

/** What all diffs of a preview show together: what comes after it is shown by size and hash. */
const MOST_SHOWN = 2 * LARGEST_SHOWN
/** So much of whole files comes with their diffs, so that what stands around a change can be read. */
const MOST_AROUND = LARGEST_SHOWN

/** Shows a change of files, each by a diff, and binds it to what all of them hold. */
async function previewFiles(change: FilesChange, context: PreviewContext): Promise<PreviewOutcome> {
  const files = await filesBefore(change, (path, namesLike) => fileNow(path, { ...context, namesLike }))
  if (Array.isArray(files)) return previewOn(change, files, context)
  return change.isOne ? invalidPath(files) : failure(files.codedText)
}

/** Shows a change as diffs against the given files. */
export async function previewOn(
  change: FilesChange,
  files: FileBefore[],
  context: Pick<PreviewContext, 'hash' | 'compute'>,
): Promise<PreviewOutcome> {
  const ready = await readyFiles(change, files, context.compute)
  if (ready.kind === 'refused') return failure(ready.codedText)
  const { changed, intent } = ready
  const previews: { codedText: CodedText; diff: FileDiff }[] = []
  let left = MOST_SHOWN
  for (const file of intent === undefined ? (change.isOne ? ready.files : changed) : []) {
    const one = await shownChange(file, { ...context, most: Math.min(LARGEST_SHOWN, left) })
    left = Math.max(0, left - one.diff.unified.length)
    previews.push(one)
  }
  const [first] = previews
  return {
    kind: 'preview',
    preview: {
      kind: first ? 'diff' : 'text',
      ...previewSummary(intent ?? severalWords(previews.map(({ codedText }) => codedText))),
      ...(first && previews.length === 1 ? { diff: first.diff } : {}),
      ...(previews.length > 1 ? { diffs: withFiles(previews.map(({ diff }) => diff)) } : {}),
      preconditions: ready.files.map(({ path, now }) => ({ path: path.text, hash: now.hash })),
    },
    risks: filesRisks(change, ready),
    effects: changed.map(({ path, bytes }) => ({ path: path.text, bytes })),
  }
}

/** The diffs of several files, with the files themselves as long as those are not too much together. */
function withFiles(diffs: FileDiff[]): FileDiff[] {
  let left = MOST_AROUND
  return diffs.map(diff => {
    const { before = '', after = '', ...bare } = diff
    const size = before.length + after.length
    if (size > left) return bare
    left -= size
    return diff
  })
}

const MOST_NAMED = 8

function severalWords(changes: CodedText[]): CodedText {
  if (changes.length < 2) return changes[0] ?? { code: 'file.allSame' }
  const more = Math.max(0, changes.length - MOST_NAMED)
  return {
    code: 'file.several',
    params: { count: changes.length, more },
    parts: changes.slice(0, MOST_NAMED),
  }
}

/** Makes a change, if all of its files are still those that were previewed. */
export async function performFiles(change: FilesChange, context: PerformContext): Promise<ToolOutcome> {
  const files = await filesBefore(change, (path, namesLike) => takeSnapshot(path, { ...context, namesLike }))
  if (!Array.isArray(files)) return { kind: 'error', text: files.message }
  if (!files.every(({ path, now }) => holds(path, now.hash, context))) return { kind: 'drifted' }
  const ready = await readyFiles(change, files, context.compute)
  if (ready.kind === 'refused') return { kind: 'error', text: ready.message }
  const { changed, summary } = ready
  const [first] = ready.files
  if (changed.length === 0 && change.isOne && first) return untouched(first)
  if (changed.length === 0) return { kind: 'ok', text: 'The files already hold this; nothing was written.' }
  const details = change.isOne
    ? changed.map(file => detailsOf(file, context.hash))[0]
    : { paths: changed.map(({ path }) => path.text) }
  const replaced = await replaceFiles(stepsOf(ready), context)
  if (replaced.kind === 'drifted') return { kind: 'drifted' }
  if (replaced.kind === 'refused') return { kind: 'error', text: replaced.message }
  const text = replaced.doubt ? `${summary} ${replaced.doubt}` : summary
  return { kind: 'ok', text, ...(details ? { details } : {}), changes: changesOf(changed) }
}

/** A preview without a precondition for this file was made for another one. */
export function holds(path: WorkspacePath, hash: string, { preview }: PerformContext): boolean {
  return (
    !preview ||
    preview.preconditions.some(precondition => precondition.path === path.text && precondition.hash === hash)
  )
}

/** The file is already as requested. */
export const untouched = ({ path, now: { hash } }: FileBefore): ToolOutcome => ({
  kind: 'ok',
  text:
    hash === 'absent'
      ? `${path.label} was gone already; nothing was done.`
      : `${path.label} already held this; nothing was written.`,
  details: { path: path.text, bytesWritten: 0, created: false, hash },
})

const detailsOf = ({ path, now, bytes }: ReadyFile, hash: PerformContext['hash']) => ({
  path: path.text,
  bytesWritten: bytes?.length ?? 0,
  created: now.kind === 'absent',
  hash: bytes ? hash(bytes) : 'absent',
})

function stepsOf({ files, changed }: ReadyFiles): FileStep[] {
  const steps = files.map(({ path, now: snapshot, bytes, mode, exactMode }, number): FileStep => {
    return { number, path, snapshot, bytes, mode, exactMode }
  })
  for (const [number, step] of steps.entries()) {
    const source = files[number]?.moves
    if (source !== undefined) step.moves = steps[source]
  }
  return steps.filter(({ number }) => changed.some(file => file === files[number]))
}

/** What was removed comes last, so that it is put back before what was made is removed. */
const changesOf = (changed: ReadyFile[]): Change[] =>
  [...changed.filter(({ bytes }) => bytes), ...changed.filter(({ bytes }) => !bytes)].map(file => {
    const { path, now, bytes, exactMode } = file
    if (now.kind === 'absent') return { path: path.text, before: null, after: bytes }
    const hadMode = bytes === null || changesMode(now, exactMode) ? { mode: now.mode & 0o777 } : {}
    return { path: path.text, before: now.bytes, after: bytes, ...hadMode }
  })

/** Makes sure that an unfinished change of these files never takes effect. */
export async function revokeFiles(paths: string[], context: RevokeContext): Promise<void> {
  const parsed = paths.map(filePath).filter(path => path.kind === 'path')
  if (parsed.length === paths.length) await revokeReplacements(parsed, context)
}
