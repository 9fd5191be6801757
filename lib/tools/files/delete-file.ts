import * as z from 'zod'
import { riskReason } from '@/lib/domain/policy/risk-reason'
import { counted } from '@/lib/text/truncate'
import {
  defineTool,
  failure,
  linePreview,
  type PreviewContext,
  type PreviewOutcome,
  WRITE,
} from '../define-tool'
import { notThere } from '../workspace/absence'
import { policyPath, type WorkspacePath } from '../workspace/workspace-path'
import { changesFiles, holds } from './change/change-files'
import { oneFile } from './change/file-change'
import { FOLDER, folderNow, folderPath, notEmpty, removeFolder } from './change/folder-change'
import { pathArgument } from './path-argument'
import { lineCount } from './text-content'

const Arguments = z.strictObject({ path: pathArgument('Path of the file, or of an empty folder.') })
type Arguments = z.output<typeof Arguments>

const deletesFile = changesFiles(({ path }: Arguments) =>
  oneFile(path, async ({ path: { label }, now }) => {
    if (now.kind === 'absent') return failure(notThere(label, now))
    const size = `${counted(lineCount(now.bytes), 'line')}, ${counted(now.bytes.length, 'byte')}`
    return { kind: 'applied', bytes: null, summary: `Deleted ${label} (${size}).` }
  }),
)

export const deleteFile = defineTool({
  name: 'delete_file',
  title: 'Delete file',
  description:
    'Deletes one file of at most 10 MB, or a folder that is empty. What a file held is kept in this session, so that a person can put it back.',
  ...WRITE,
  arguments: Arguments,
  paths: ({ path }) => [policyPath(path)],
  preview: async (args, context) => {
    const folder = await folderAt(args, context)
    return folder ? previewFolder(folder) : deletesFile.preview(args, context)
  },
  perform: async (args, context) => {
    const folder = await folderAt(args, context)
    if (!folder) return deletesFile.perform(args, context)
    return holds(folder.path, FOLDER, context) ? removeFolder(folder.path, context) : { kind: 'drifted' }
  },
  revoke: deletesFile.revoke,
})

type FolderAt = { path: WorkspacePath; isEmpty: boolean }

/** The folder that is at the path; where there is anything else, or nothing, it is a matter of files. */
async function folderAt(args: Arguments, context: PreviewContext): Promise<FolderAt | null> {
  const path = folderPath(args.path)
  if (path.kind === 'refused') return null
  if (context.earlier?.some(effect => effect.path === path.text)) return null
  const now = await folderNow(path, context)
  return now.kind === FOLDER ? { path, isEmpty: now.isEmpty } : null
}

function previewFolder({ path, isEmpty }: FolderAt): PreviewOutcome {
  if (!isEmpty) return failure(notEmpty(path))
  const preconditions = [{ path: path.text, hash: FOLDER }]
  const risks = [riskReason('medium', 'removesFolder')]
  return linePreview({ code: 'file.removeFolder', params: { path: path.label } }, { preconditions, risks })
}
