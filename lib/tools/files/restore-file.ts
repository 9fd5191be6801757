import * as z from 'zod'
import { riskReason } from '@/lib/domain/policy/risk-reason'
import { counted } from '@/lib/text/truncate'
import {
  defineTool,
  failure,
  linePreview,
  type PerformContext,
  type PreviewContext,
  type PreviewOutcome,
  previewSummary,
  type ToolContext,
  type ToolOutcome,
  WRITE,
} from '../define-tool'
import { takeSnapshot } from '../workspace/snapshot'
import {
  filePath,
  type PathRefusal,
  policyPath,
  refusePath,
  type WorkspacePath,
} from '../workspace/workspace-path'
import { performFiles, previewOn, revokeFiles, untouched } from './change/change-files'
import { changesMode, type FilesChange, fileNow, imagined, oneFile } from './change/file-change'
import { FOLDER, folderNow, folderPath, makeFolders, removeFolder } from './change/folder-change'
import { invalidPath, pathArgument } from './path-argument'
import { lineCount } from './text-content'

const contentArgument = (description: string) =>
  z
    .string()
    .regex(/^(absent|folder|sha256:[0-9a-f]*)$/)
    .describe(description)

const Arguments = z.strictObject({
  path: pathArgument('Path of the file.'),
  from: contentArgument('What the file must hold for anything to happen: a hash, "absent", or "folder".'),
  to: contentArgument(
    'What it is to hold again: the hash of a kept content, "absent" to remove it, or "folder".',
  ),
  mode: z
    .int()
    .min(0)
    .max(0o777)
    .optional()
    .describe('The mode that the file had, where it was removed or has another one now.'),
})
type Arguments = z.output<typeof Arguments>

/**
 * Undoes a change of a file. The preview shows what it would undo whatever the file contains by now, and is bound to
 * that; a file that has changed since is left alone.
 */
export const restoreFile = defineTool({
  name: 'restore_file',
  title: 'Restore file',
  description:
    'Puts back what a file held before a call of this session changed it, or removes a file that a call made. ' +
    'A file that was changed since is left as it is.',
  ...WRITE,
  forPeople: true,
  arguments: Arguments,
  paths: ({ path }) => [policyPath(path)],
  preview: previewRestoring,
  perform: async (args, context) => {
    if (isOfFolder(args)) return restoreFolder(args, context)
    const restoring = await restoringBy(args, context)
    if (restoring.kind === 'refused') return { kind: 'error', text: restoring.message }
    const { path, change } = restoring
    const now = await takeSnapshot(path, context)
    if (now.kind === 'refused') return { kind: 'error', text: now.message }
    if (now.hash === args.to && !changesMode(now, args.mode)) return untouched({ path, now })
    return now.hash === args.from ? performFiles(change, context) : { kind: 'drifted' }
  },
  revoke: ({ path }, context) => revokeFiles([path], context),
})

async function previewRestoring(args: Arguments, context: PreviewContext): Promise<PreviewOutcome> {
  if (isOfFolder(args)) return previewFolder(args)
  const restoring = await restoringBy(args, context)
  if (restoring.kind === 'refused') return invalidPath(restoring)
  const { path, change } = restoring
  const now = await fileNow(path, context)
  if (now.kind === 'refused') return invalidPath(now)
  const from = await storedVersion(args.from, { path, context })
  if (isRefused(from)) return failure(from.codedText)
  const text =
    args.from === args.to && args.mode !== undefined
      ? linePreview({ code: 'file.mode', params: { path: path.label, mode: args.mode.toString(8) } })
      : await previewOn(change, [{ path, now: imagined(from, context.hash) }], context)
  if (text.kind === 'error') return text
  const preview = { ...text.preview, preconditions: [{ path: path.text, hash: now.hash }] }
  if (now.hash === args.from || now.hash === args.to) return { ...text, preview }
  const writer = await context.writer(path.text, now.hash)
  const risk = writer ? riskReason('medium', 'changedByCall', writer) : riskReason('medium', 'changedOutside')
  const summary = previewSummary({ code: 'file.stays', params: { path: path.label } })
  return { kind: 'preview', preview: { ...preview, ...summary }, risks: [risk] }
}

const isOfFolder = ({ from, to }: Arguments): boolean => from === FOLDER || to === FOLDER

/** A folder is made or removed, and never takes the place of a file nor gives its own to one. */
function previewFolder({ path: input, from, to }: Arguments): PreviewOutcome {
  const path = folderPath(input)
  if (path.kind === 'refused') return invalidPath(path)
  if (from !== 'absent' && to !== 'absent') return { kind: 'error', message: NO_FOLDER }
  const code = to === FOLDER ? 'file.makeFolder' : 'file.removeFolderIfEmpty'
  const preconditions = [{ path: path.text, hash: from }]
  return linePreview({ code, params: { path: path.label } }, { preconditions })
}

const NO_FOLDER = 'A file cannot take the place of a folder, nor a folder that of a file.'

async function restoreFolder(
  { path: input, from, to }: Arguments,
  context: PerformContext,
): Promise<ToolOutcome> {
  const path = folderPath(input)
  if (path.kind === 'refused') return { kind: 'error', text: path.message }
  if (from !== 'absent' && to !== 'absent') return { kind: 'error', text: NO_FOLDER }
  const now = await folderNow(path, context)
  if (now.kind === 'refused') return { kind: 'error', text: now.message }
  if (now.kind === to) return { kind: 'ok', text: `${path.label} is as it was already; nothing was done.` }
  if (now.kind !== from) return { kind: 'drifted' }
  return to === FOLDER ? makeFolders(path, context) : removeFolder(path, context)
}

type Restoring = { kind: 'restoring'; path: WorkspacePath; change: FilesChange }

async function restoringBy(args: Arguments, context: ToolContext): Promise<Restoring | PathRefusal> {
  const path = filePath(args.path)
  if (path.kind === 'refused') return path
  const to = await storedVersion(args.to, { path, context })
  if (isRefused(to)) return to
  const bytes = to && Buffer.from(to)
  const size = bytes && `${counted(lineCount(bytes), 'line')}, ${counted(bytes.length, 'byte')}`
  const done = bytes ? `Put ${path.label} back as it was (${size}).` : `Removed ${path.label} again.`
  const change = oneFile(args.path, async () => ({ kind: 'applied', bytes, summary: done }), {
    overwrites: true,
    exactMode: args.mode,
  })
  return { kind: 'restoring', path, change }
}

async function storedVersion(
  hash: string,
  { path, context }: { path: WorkspacePath; context: ToolContext },
): Promise<Uint8Array | null | PathRefusal> {
  if (hash === 'absent') return null
  return (await context.content(hash)) ?? refusePath({ code: 'path.notKept', params: { path: path.label } })
}

const isRefused = (content: Uint8Array | null | PathRefusal): content is PathRefusal =>
  content !== null && 'kind' in content
