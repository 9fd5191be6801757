import type { Preview } from '@/lib/domain/call/preview'
import type { Compute } from '@/lib/domain/job'
import { type RiskReason, riskReason } from '@/lib/domain/policy/risk-reason'
import { isTrustedFile } from '@/lib/domain/policy/trusted-files'
import type { CodedText } from '@/lib/messages/phrase'
import { counted } from '@/lib/text/truncate'
import { previewSummary, type ToolContext } from '../../define-tool'
import type { WorkspacePath } from '../../workspace/workspace-path'
import { binaryKind, lineBreakOf, lineCount, utf8Text } from '../text-content'
import type { FilesChange, ReadyFile, ReadyFiles } from './file-change'
import { COMPARE_TEXTS, opaqueDiff } from './unified-diff'

/** Larger contents are shown by size and hash. */
export const LARGEST_SHOWN = 1_048_576

type ShownChange = ReturnType<typeof previewSummary> & Required<Pick<Preview, 'diff'>>

export async function shownChange(
  ready: ReadyFile,
  { hash, compute, most }: Pick<ToolContext, 'hash' | 'compute'> & { most: number },
): Promise<ShownChange> {
  const [before, after] = contentsOf(ready)
  const texts = [before, after].map(bytes => (bytes && bytes.length <= most ? utf8Text(bytes) : null))
  const isHidden = (bytes: Buffer | null, text: string | null | undefined) => bytes !== null && text === null
  return isHidden(before, texts[0]) || isHidden(after, texts[1])
    ? opaque(ready, hash)
    : open(ready, { before: texts[0] ?? null, after: texts[1] ?? null }, compute)
}

/** What the file holds before and after; `null` is no file. */
const contentsOf = ({ now, bytes }: ReadyFile): [Buffer | null, Buffer | null] => [
  now.kind === 'file' ? now.bytes : null,
  bytes,
]

async function open(
  ready: ReadyFile,
  { before, after }: { before: string | null; after: string | null },
  compute: Compute,
): Promise<ShownChange> {
  const path = ready.path.text
  const { unified, addedLines, removedLines } = await compute(COMPARE_TEXTS, { path, before, after })
  const params = { added: addedLines, removed: removedLines }
  return {
    ...previewSummary(changeWords(ready, { code: 'file.change', params })),
    diff: { path, ...(before === null ? {} : { before }), ...(after === null ? {} : { after }), unified },
  }
}

function opaque(ready: ReadyFile, hash: ToolContext['hash']): ShownChange {
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
function changeWords(ready: ReadyFile, change: Pick<CodedText, 'code' | 'params'>): CodedText {
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

/** Whoever approves this many files at once hardly oversees them. */
const MANY_FILES = 10

/** Risks of a change beyond the fact that it changes files. */
export function filesRisks({ isOne, overwrites = false }: FilesChange, ready: ReadyFiles): RiskReason[] {
  const { files, changed, intent } = ready
  const risks = changed.flatMap(file => changeRisks(file, overwrites))
  for (const { path, unchanged } of isOne ? [] : files) {
    if (unchanged && isTrustedFile(path.text))
      risks.push(riskReason('high', 'readsTrusted', { path: path.label }))
  }
  if (changed.length >= MANY_FILES) {
    risks.push(riskReason('high', 'manyFiles', { count: changed.length }))
  }
  // What a move removes is not lost.
  const real =
    intent === undefined ? risks : risks.filter(({ codedText }) => codedText.code !== 'risk.removesFile')
  return [...new Map(real.map(risk => [risk.reason, risk])).values()]
}

function changeRisks({ path, now, bytes }: ReadyFile, overwrites: boolean): RiskReason[] {
  const isNew = now.kind === 'absent'
  return [
    ...(isTrustedFile(path.text) ? [riskReason('high', 'isTrusted', { path: path.label })] : []),
    ...(isNew ? [riskReason('low', 'createsFile'), ...nameRisks(path)] : lossRisks(now, bytes, overwrites)),
    ...(bytes && bytes.length > LARGE ? [riskReason('medium', 'largeFile', { bytes: bytes.length })] : []),
  ]
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
  now: ReadyFile['now'] & { kind: 'file' },
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
