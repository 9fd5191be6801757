import type { FileDiff } from '@/lib/domain/call/preview'
import type { Compute } from '@/lib/domain/job'
import { type RiskReason, riskReason } from '@/lib/domain/policy/risk-reason'
import { isTrustedFile } from '@/lib/domain/policy/trusted-files'
import { plain, type Words } from '@/lib/text/words/phrase'
import type {
  Change,
  PerformContext,
  PreviewContext,
  PreviewOutcome,
  RevokeContext,
  ToolOutcome,
} from '../../define-tool'
import { failure, previewSummary } from '../../define-tool'
import { type FileStep, replaceFiles, revokeReplacements } from '../../workspace/replace-files'
import { LARGEST_CHANGED, look, type Snapshot } from '../../workspace/snapshot'
import { type PathRefusal, refusePath, type WorkspacePath } from '../../workspace/workspace-path'
import { changedPath, fileNow, type ReadyChange } from './file-change'
import { holds, modeOf } from './perform-change'
import { changeRisks, LARGEST_SHOWN, shownChange } from './preview-change'

/**
 * A change of several files, as requested by its arguments, made wholly or not at all. `paths` are all that it depends
 * on, each once; `apply` says what becomes of each of them, in their order, and depends on nothing else.
 */
export type FilesChange = {
  paths: string[]
  apply: (files: FileBefore[], compute: Compute) => Promise<FilesOutcome>
}

export type FileBefore = { path: WorkspacePath; now: Snapshot }

/** `moves`: the index of the file that is put here, itself and not a copy. `mode`: that of a file that is made. */
export type FileAfter = { bytes: Uint8Array | null; mode?: number | undefined; moves?: number }

/** `summary` is the message once it is done; `intent` is shown before that where diffs would say less. */
export type FilesOutcome =
  | { kind: 'applied'; files: FileAfter[]; summary: string; intent?: Words }
  | { kind: 'error'; message: string; words?: Words }

type ReadyFile = ReadyChange & Pick<FileAfter, 'moves'>
type ReadyFiles = {
  kind: 'ready'
  files: ReadyFile[]
  changed: ReadyFile[]
  summary: string
  intent?: Words
}

/** What all diffs of a preview show together: what comes after it is shown by size and hash. */
const MOST_SHOWN = 2 * LARGEST_SHOWN
/** So much of whole files comes with their diffs, so that what stands around a change can be read. */
const MOST_AROUND = LARGEST_SHOWN

/** Shows a change of several files, each by a diff, and binds it to what all of them hold. */
export async function previewFiles(change: FilesChange, context: PreviewContext): Promise<PreviewOutcome> {
  const files = await filesBefore(change, path => fileNow(path, context))
  const ready = Array.isArray(files) ? await readyFiles(change, files, context.compute) : files
  if (ready.kind === 'refused') return failure(ready.words)
  const { changed, intent } = ready
  const shown: { words: Words; diff: FileDiff }[] = []
  let left = MOST_SHOWN
  for (const one of intent === undefined ? changed : []) {
    const most = Math.min(LARGEST_SHOWN, left)
    const change = await shownChange(one, { ...context, most })
    left = Math.max(0, left - change.diff.unified.length)
    shown.push(change)
  }
  const [first] = shown
  return {
    kind: 'preview',
    preview: {
      kind: first ? 'diff' : 'text',
      ...previewSummary(intent ?? severalWords(shown.map(({ words }) => words))),
      ...(first && shown.length === 1 ? { diff: first.diff } : {}),
      ...(shown.length > 1 ? { diffs: withFiles(shown.map(({ diff }) => diff)) } : {}),
      preconditions: ready.files.map(({ path, now }) => ({ path: path.text, hash: now.hash })),
    },
    risks: filesRisks(ready),
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

/** Makes a change of several files, if all of them are still those that were previewed. */
export async function performFiles(change: FilesChange, context: PerformContext): Promise<ToolOutcome> {
  const files = await filesBefore(change, path => look(path, context))
  if (!Array.isArray(files)) return { kind: 'error', text: files.message }
  if (!files.every(({ path, now }) => holds(path, now.hash, context))) return { kind: 'drifted' }
  const ready = await readyFiles(change, files, context.compute)
  if (ready.kind === 'refused') return { kind: 'error', text: ready.message }
  const { changed, summary } = ready
  if (changed.length === 0) return { kind: 'ok', text: 'The files already hold this; nothing was written.' }
  const replaced = await replaceFiles(stepsOf(ready), context)
  if (replaced.kind === 'drifted') return { kind: 'drifted' }
  if (replaced.kind === 'refused') return { kind: 'error', text: replaced.message }
  return {
    kind: 'ok',
    text: replaced.doubt ? `${summary} ${replaced.doubt}` : summary,
    details: { paths: changed.map(({ path }) => path.text) },
    changes: changesOf(changed),
  }
}

/** Makes sure that an unfinished change of several files never takes effect. */
export async function revokeFiles(
  { paths }: Pick<FilesChange, 'paths'>,
  context: RevokeContext,
): Promise<void> {
  const parsed = paths.map(path => changedPath({ path }))
  const checked = parsed.filter(path => path.kind === 'path')
  if (checked.length === parsed.length) await revokeReplacements(checked, context)
}

async function filesBefore(
  { paths }: FilesChange,
  read: (path: WorkspacePath) => Promise<Snapshot | PathRefusal>,
): Promise<FileBefore[] | PathRefusal> {
  const files: FileBefore[] = []
  let size = 0
  for (const text of paths) {
    const path = changedPath({ path: text })
    const now = path.kind === 'path' ? await read(path) : path
    if (path.kind === 'refused') return path
    if (now.kind === 'refused') return now
    size += now.kind === 'file' ? now.bytes.length : 0
    if (size > LARGEST_CHANGED) return refusePath({ code: 'path.tooMuch' })
    files.push({ path, now })
  }
  return files
}

async function readyFiles(
  change: FilesChange,
  files: FileBefore[],
  compute: Compute,
): Promise<ReadyFiles | PathRefusal> {
  const applied = await change.apply(files, compute)
  if (applied.kind === 'error') return refusePath(applied.words ?? plain(applied.message))
  const { summary, intent } = applied
  const ready = files.map(({ path, now }, index): ReadyFile => {
    const { bytes: content = null, mode, moves } = applied.files[index] ?? {}
    const bytes = content && Buffer.from(content.buffer, content.byteOffset, content.length)
    const unchanged = now.kind === 'file' ? bytes?.equals(now.bytes) === true : bytes === null
    const file = { kind: 'ready' as const, path, now, bytes, summary, unchanged, mode }
    return moves === undefined ? file : { ...file, moves }
  })
  const changed = ready.filter(({ unchanged }) => !unchanged)
  return { kind: 'ready', files: ready, changed, summary, ...(intent === undefined ? {} : { intent }) }
}

function stepsOf({ files, changed }: ReadyFiles): FileStep[] {
  const steps = files.map(({ path, now, bytes, mode }, number): FileStep => {
    return { number, path, snapshot: now, bytes, mode }
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
    const { path, now, bytes } = file
    return {
      path: path.text,
      before: now.kind === 'file' ? now.bytes : null,
      after: bytes,
      ...modeOf(now, bytes),
    }
  })

const MOST_TOLD = 8

function severalWords(changes: Words[]): Words {
  if (changes.length < 2) return changes[0] ?? { code: 'file.allSame' }
  const more = Math.max(0, changes.length - MOST_TOLD)
  return {
    code: 'file.several',
    params: { count: changes.length, more },
    parts: changes.slice(0, MOST_TOLD),
  }
}

/** Whoever approves this many files at once hardly oversees them. */
const MANY_FILES = 10

function filesRisks({ files, changed, intent }: ReadyFiles): RiskReason[] {
  const risks = changed.flatMap(file => changeRisks(file, false))
  for (const { path, unchanged } of files) {
    if (unchanged && isTrustedFile(path.text))
      risks.push(riskReason('high', 'readsTrusted', { path: path.label }))
  }
  if (changed.length >= MANY_FILES) {
    risks.push(riskReason('high', 'manyFiles', { count: changed.length }))
  }
  // What a move removes is not lost.
  const real = intent === undefined ? risks : risks.filter(({ words }) => words.code !== 'risk.removesFile')
  return [...new Map(real.map(risk => [risk.reason, risk])).values()]
}
