import type { Preview } from '@/lib/domain/call/preview'
import type { Compute } from '@/lib/domain/job'
import { type RiskReason, riskReason } from '@/lib/domain/policy/risk-reason'
import { isTrustedFile } from '@/lib/domain/policy/trusted-files'
import { counted } from '@/lib/text/truncate'
import type { Words } from '@/lib/text/words/phrase'
import type { PreviewContext, PreviewOutcome, ToolContext } from '../../define-tool'
import { failure, previewSummary } from '../../define-tool'
import type { Snapshot } from '../../workspace/snapshot'
import type { WorkspacePath } from '../../workspace/workspace-path'
import { invalidPath } from '../path-argument'
import { binaryKind, lineBreakOf, lineCount, utf8Text } from '../text-content'
import { changedPath, type FileChange, fileNow, type ReadyChange, readyChange } from './file-change'
import { COMPARE_TEXTS, opaqueDiff } from './unified-diff'

/** Larger contents are shown by size and hash. */
export const LARGEST_SHOWN = 1_048_576

/** Shows a change as a diff against the file as it is, and binds it to that content. */
export async function previewChange(change: FileChange, context: PreviewContext): Promise<PreviewOutcome> {
  const path = changedPath(change)
  if (path.kind === 'refused') return invalidPath(path)
  const now = await fileNow(path, context)
  if (now.kind === 'refused') return invalidPath(now)
  return previewOn(change, { path, now }, context)
}

/** Shows a change as a diff against the given file. */
export async function previewOn(
  change: FileChange,
  file: { path: WorkspacePath; now: Snapshot },
  context: Pick<PreviewContext, 'hash' | 'compute'>,
): Promise<PreviewOutcome> {
  const { path, now } = file
  const ready = await readyChange(change, { path, now }, context.compute)
  if (ready.kind === 'refused') return failure(ready.words)
  return {
    kind: 'preview',
    preview: {
      kind: 'diff',
      ...(await shownChange(ready, context)),
      preconditions: [{ path: path.text, hash: now.hash }],
    },
    risks: changeRisks(ready, change.overwrites),
    effects: [{ path: path.text, bytes: ready.bytes }],
  }
}

type ShownChange = ReturnType<typeof previewSummary> & Required<Pick<Preview, 'diff'>>

export async function shownChange(
  ready: ReadyChange,
  { hash, compute, most = LARGEST_SHOWN }: Pick<ToolContext, 'hash' | 'compute'> & { most?: number },
): Promise<ShownChange> {
  const [before, after] = contentsOf(ready)
  const texts = [before, after].map(bytes => (bytes && bytes.length <= most ? utf8Text(bytes) : null))
  const isHidden = (bytes: Buffer | null, text: string | null | undefined) => bytes !== null && text === null
  return isHidden(before, texts[0]) || isHidden(after, texts[1])
    ? opaque(ready, hash)
    : open(ready, { before: texts[0] ?? null, after: texts[1] ?? null }, compute)
}

/** What the file holds before and after; `null` is no file. */
const contentsOf = ({ now, bytes }: ReadyChange): [Buffer | null, Buffer | null] => [
  now.kind === 'file' ? now.bytes : null,
  bytes,
]

async function open(
  ready: ReadyChange,
  texts: { before: string | null; after: string | null },
  compute: Compute,
): Promise<ShownChange> {
  const { path } = ready
  const { before, after } = texts
  const {
    unified,
    addedLines: added,
    removedLines: removed,
  } = await compute(COMPARE_TEXTS, { path: path.text, before, after })
  return {
    ...previewSummary(changeWords(ready, { code: 'file.change', params: { added, removed } })),
    diff: {
      path: path.text,
      ...(before === null ? {} : { before }),
      ...(after === null ? {} : { after }),
      unified,
    },
  }
}

function opaque(ready: ReadyChange, hash: ToolContext['hash']): ShownChange {
  const { path } = ready
  const [before, after] = contentsOf(ready)
  const what = {
    before: before && described(before, hash(before)),
    after: after && described(after, hash(after)),
  }
  const sizes = { before: before?.length ?? 0, after: after?.length ?? 0 }
  return {
    ...previewSummary(changeWords(ready, { code: 'file.changeBytes', params: sizes })),
    diff: { path: path.text, unified: opaqueDiff(path.text, what), truncated: true },
  }
}

/** `change`: the words where it is there before and after. */
function changeWords(ready: ReadyChange, change: Pick<Words, 'code' | 'params'>): Words {
  const path = ready.path.label
  const [before, after] = contentsOf(ready)
  if (ready.unchanged) return { code: after === null ? 'file.isGone' : 'file.isSame', params: { path } }
  if (before === null) return { code: 'file.create', params: { path, lines: linesOf(after) } }
  if (after === null) return { code: 'file.remove', params: { path, lines: linesOf(before) } }
  return { code: change.code, params: { path, ...change.params } }
}

const linesOf = (bytes: Buffer | null): number =>
  bytes === null || bytes.length === 0 ? 0 : lineCount(bytes)

function described(bytes: Uint8Array, hash: string): string {
  const kind = utf8Text(bytes) === null ? (binaryKind(bytes) ?? 'not UTF-8 text') : 'text'
  return `${counted(bytes.length, 'byte')}, ${kind}, ${hash}`
}

const LARGE = 1_048_576

/** Risks of a change beyond the fact that it changes a file. */
export function changeRisks(change: ReadyChange, overwrites: boolean): RiskReason[] {
  const { path, now, bytes, unchanged } = change
  if (unchanged) return []
  const risks: RiskReason[] = []
  if (isTrustedFile(path.text)) {
    risks.push(riskReason('high', 'isTrusted', { path: path.label }))
  }
  if (now.kind === 'absent') risks.push(riskReason('low', 'createsFile'), ...nameRisks(path))
  else risks.push(...lossRisks(now, bytes, overwrites))
  if (bytes && bytes.length > LARGE) {
    risks.push(riskReason('medium', 'largeFile', { bytes: bytes.length }))
  }
  return risks
}

/** What changes the whole file, and is not seen in it. */
function formRisks(before: string, after: string): RiskReason[] {
  const [from, to] = [lineBreakOf(before.slice(0, LARGE)), lineBreakOf(after.slice(0, LARGE))]
  const hasMark = (text: string): boolean => text.startsWith('\ufeff')
  return [
    ...(from && to && from !== to ? [riskReason('medium', 'lineBreaks')] : []),
    ...(hasMark(before) === hasMark(after) ? [] : [riskReason('medium', 'byteOrderMark')]),
  ]
}

/** What in a new name is likely a slip. */
export const nameRisks = ({ segments, label: path }: WorkspacePath): RiskReason[] =>
  segments.some(name => /[\n\r\u2028\u2029\\]|^\s|\s$/.test(name))
    ? [riskReason('medium', 'oddName', { path })]
    : []

function lossRisks(
  now: ReadyChange['now'] & { kind: 'file' },
  bytes: Buffer | null,
  overwrites: boolean,
): RiskReason[] {
  const risks: RiskReason[] = []
  if (bytes === null) risks.push(riskReason('medium', 'removesFile'))
  else if (bytes.length === 0) risks.push(riskReason('medium', 'emptiesFile'))
  else if (overwrites) risks.push(riskReason('medium', 'overwritesFile'))
  const text = utf8Text(now.bytes)
  if (text === null) risks.push(riskReason('medium', 'notText'))
  else if (bytes) risks.push(...formRisks(text, utf8Text(bytes) ?? ''))
  if ((now.mode & 0o111) !== 0) risks.push(riskReason('medium', 'isProgram'))
  return risks
}
