import { type RiskReason, riskReason } from '@/lib/domain/policy/risk-reason'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { oneLine } from '@/lib/text/truncate'
import {
  linePreview,
  type PerformContext,
  type PreviewContext,
  type PreviewOutcome,
  type ToolOutcome,
} from '../define-tool'
import { type Absence, absence, notThere } from '../workspace/absence'
import { openFolder, pathBehindLinks } from '../workspace/open-folder'
import {
  errorCode,
  type Folder,
  type PathRefusal,
  refusalOf,
  type WorkspacePath,
} from '../workspace/workspace-path'
import { invalidPath } from './path-argument'

type ReadPreview = {
  codedText: (path: WorkspacePath) => CodedText
  risksOf?: (path: WorkspacePath) => RiskReason[]
}

/** The preview of a read names where links lead, and is bound to it. `risksOf`: the risks of the path behind them. */
export async function previewRead(
  path: WorkspacePath | PathRefusal,
  context: PreviewContext,
  { codedText, risksOf }: ReadPreview,
): Promise<PreviewOutcome> {
  if (path.kind === 'refused') return invalidPath(path)
  const real = await pathBehindLinks(path, context)
  const isLinked = real !== path
  const leads = isLinked ? [riskReason('low', 'leadsTo', { path: oneLine(real.text || '.') })] : []
  const preconditions = isLinked ? [{ path: real.text, hash: 'linked' }] : []
  return linePreview(codedText(path), { preconditions, risks: [...leads, ...(risksOf?.(real) ?? [])] })
}

/** `parent`: what is opened is the folder that it is in, and `name` its name there; the workspace itself has none. */
type Reading = {
  opens: 'folder' | 'parent'
  read: (folder: Folder, at: { path: WorkspacePath; name: string }) => Promise<ToolOutcome>
}

/** Reads what is at a path, if links lead where they led when it was shown. */
export async function readAt(
  path: WorkspacePath | PathRefusal,
  context: PerformContext,
  { opens, read }: Reading,
): Promise<ToolOutcome> {
  if (path.kind === 'refused') return { kind: 'error', text: path.message }
  const real = await pathBehindLinks(path, context)
  const shownPath = context.preview?.preconditions[0]?.path ?? path.text
  if (context.preview && shownPath !== real.text) return { kind: 'drifted' }
  const segments = opens === 'folder' ? real.segments : real.segments.slice(0, -1)
  const opened = await openFolder({ scope: context, segments })
  if (opened.kind === 'absent') return missing(path, opened)
  if (opened.kind === 'refused') return { kind: 'error', text: opened.message }
  const name = real.segments[segments.length] ?? ''
  try {
    return await read(opened.folder, { path, name })
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return missing(path, absence(opened.folder, name))
    return { kind: 'error', text: refusalOf(error, path.label || 'The workspace').message }
  } finally {
    await opened.folder.close()
  }
}

export const missing = ({ text: path, label }: WorkspacePath, absence: Absence): ToolOutcome => ({
  kind: 'error',
  text: phrase(notThere(label, absence)),
  details: { path, exists: false },
})
