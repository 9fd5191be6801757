import * as z from 'zod'
import { counted } from '@/lib/text/truncate'
import { type PathRefusal, refusePath } from '@/lib/tools/workspace/workspace-path'
import { defineTool, type PreviewContext, type PreviewOutcome, type ToolContext } from '../define-tool'
import { look } from '../workspace/snapshot'
import { policyPath, type WorkspacePath } from '../workspace/workspace-path'
import { changedPath, type FileChange, imagined } from './change/file-change'
import { performChange, revokeChange, untouched } from './change/perform-change'
import { previewOn } from './change/preview-change'
import { invalidPath, pathArgument } from './path-argument'
import { lineCount } from './text-content'

const contentArgument = (description: string) =>
  z
    .string()
    .regex(/^(absent|sha256:[0-9a-f]*)$/)
    .describe(description)

const Arguments = z.strictObject({
  path: pathArgument('Path of the file.'),
  from: contentArgument('What the file must hold for anything to happen: a hash, or "absent".'),
  to: contentArgument('What it is to hold again: the hash of a kept content, or "absent" to remove it.'),
})
type Arguments = z.output<typeof Arguments>

/**
 * Undoes a change of a file. The preview shows what it would undo whatever the file contains by now; a file that has
 * changed since is left alone.
 */
export const restoreFile = defineTool({
  name: 'restore_file',
  title: 'Restore file',
  description:
    'Puts back what a file held before a call of this session changed it, or removes a file that a call made. ' +
    'A file that was changed since is left as it is.',
  source: 'builtin',
  forPeople: true,
  arguments: Arguments,
  risk: 'medium',
  readOnly: false,
  idempotent: false,
  paths: ({ path }) => [policyPath(path)],
  preview: previewRestoring,
  perform: async (args, context) => {
    const restoring = await restoringBy(args, context)
    if (restoring.kind === 'refused') return { kind: 'error', text: restoring.message }
    const { path, change } = restoring
    const now = await look(path, context)
    if (now.kind === 'refused') return { kind: 'error', text: now.message }
    if (now.hash === args.to) return untouched({ path }, now.hash)
    return now.hash === args.from ? performChange(change, context) : { kind: 'drifted' }
  },
  revoke: revokeChange,
})

async function previewRestoring(args: Arguments, context: PreviewContext): Promise<PreviewOutcome> {
  const restoring = await restoringBy(args, context)
  if (restoring.kind === 'refused') return invalidPath(restoring)
  const { path, change } = restoring
  const from = await kept(args.from, { path, context })
  if (isRefused(from)) return { kind: 'error', message: from.message }
  return previewOn(change, { path, now: imagined(from, context.hash) }, context)
}

type Restoring = { kind: 'restoring'; path: WorkspacePath; change: FileChange }

async function restoringBy(args: Arguments, context: ToolContext): Promise<Restoring | PathRefusal> {
  const path = changedPath({ path: args.path })
  if (path.kind === 'refused') return path
  const to = await kept(args.to, { path, context })
  if (isRefused(to)) return to
  const bytes = to && Buffer.from(to)
  const size = bytes && `${counted(lineCount(bytes), 'line')}, ${counted(bytes.length, 'byte')}`
  const done = bytes ? `Put ${path.label} back as it was (${size}).` : `Removed ${path.label} again.`
  const apply: FileChange['apply'] = async () => ({ kind: 'applied', bytes, summary: done })
  return { kind: 'restoring', path, change: { path: args.path, overwrites: true, apply } }
}

async function kept(
  hash: string,
  { path, context }: { path: WorkspacePath; context: ToolContext },
): Promise<Uint8Array | null | PathRefusal> {
  if (hash === 'absent') return null
  return (await context.content(hash)) ?? refusePath(`This content of ${path.label} was not kept.`)
}

const isRefused = (content: Uint8Array | null | PathRefusal): content is PathRefusal =>
  content !== null && 'kind' in content
