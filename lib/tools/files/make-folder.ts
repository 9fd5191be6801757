import * as z from 'zod'
import { riskReason } from '@/lib/domain/policy/risk-reason'
import { isTrustedFile } from '@/lib/domain/policy/trusted-files'
import { defineTool, linePreview, type PreviewContext, type PreviewOutcome, WRITE } from '../define-tool'
import { policyPath } from '../workspace/workspace-path'
import { holds } from './change/change-files'
import { FOLDER, folderNow, folderPath, makeFolders } from './change/folder-change'
import { nameRisks } from './change/preview-change'
import { invalidPath, pathArgument } from './path-argument'

const Arguments = z.strictObject({
  path: pathArgument('Path of the folder. Folders above it that are missing are made too.'),
})
type Arguments = z.output<typeof Arguments>

export const makeFolderTool = defineTool({
  name: 'make_folder',
  title: 'Make folder',
  description:
    'Makes a folder. One that is there already stays as it is. Tools that write a file make its folders themselves.',
  ...WRITE,
  arguments: Arguments,
  paths: ({ path }) => [policyPath(path)],
  preview: previewMaking,
  perform: async (args, context) => {
    const path = folderPath(args.path)
    const now = path.kind === 'path' ? await folderNow(path, context) : path
    if (path.kind === 'refused') return { kind: 'error', text: path.message }
    if (now.kind === 'refused') return { kind: 'error', text: now.message }
    return holds(path, now.kind, context) ? makeFolders(path, context) : { kind: 'drifted' }
  },
})

async function previewMaking(args: Arguments, context: PreviewContext): Promise<PreviewOutcome> {
  const path = folderPath(args.path)
  if (path.kind === 'refused') return invalidPath(path)
  const now = await folderNow(path, context)
  if (now.kind === 'refused') return invalidPath(now)
  const isThere = now.kind === FOLDER
  const trusted = isTrustedFile(path.text) ? [riskReason('high', 'isTrusted', { path: path.label })] : []
  const risks = isThere ? [] : [riskReason('low', 'makesFolder'), ...nameRisks(path), ...trusted]
  const code = isThere ? 'file.isFolder' : 'file.makeFolder'
  const preconditions = [{ path: path.text, hash: now.kind }]
  return linePreview({ code, params: { path: path.label } }, { preconditions, risks })
}
