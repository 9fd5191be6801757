import { promises as fs, type Stats } from 'node:fs'
import * as z from 'zod'
import { counted } from '@/lib/text/truncate'
import { errorCode, refusalOf } from '@/lib/tools/workspace/workspace-path'
import { defineTool, type PerformContext, previewSummary, type ToolOutcome } from '../define-tool'
import { openFolder } from '../workspace/open-folder'
import { policyPath, splitPath, type WorkspacePath, workspacePath } from '../workspace/workspace-path'
import { pathArgument } from './path-argument'

const Arguments = z.strictObject({ path: pathArgument('Path of the file or folder.') })

export const fileInfo = defineTool({
  name: 'file_info',
  title: 'File info',
  description: 'Tells whether a path exists, whether it is a file or a folder, its size and when it changed.',
  source: 'builtin',
  arguments: Arguments,
  risk: 'low',
  readOnly: true,
  idempotent: true,
  paths: ({ path }) => [policyPath(path)],
  preview: async args => {
    const path = workspacePath(args.path)
    if (path.kind === 'refused') return { kind: 'error', message: path.message }
    const summary = previewSummary(
      path.label === '' ? { code: 'file.lookAtAll' } : { code: 'file.look', params: { path: path.label } },
    )
    return { kind: 'preview', preview: { kind: 'text', ...summary, preconditions: [] }, risks: [] }
  },
  perform: async (args, context) => {
    const path = workspacePath(args.path)
    return path.kind === 'refused' ? { kind: 'error', text: path.message } : inspect(path, context)
  },
})

async function inspect(path: WorkspacePath, context: PerformContext): Promise<ToolOutcome> {
  const { folder: segments, name } = path.segments.length > 0 ? splitPath(path) : { folder: [], name: null }
  const opened = await openFolder({ place: context, segments })
  if (opened.kind === 'absent') return missing(path)
  if (opened.kind === 'refused') return { kind: 'error', text: opened.message }
  const { folder } = opened
  try {
    return answer(path, await (name === null ? fs.stat(folder.self) : fs.lstat(folder.at(name))))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return missing(path)
    return { kind: 'error', text: refusalOf(error, path.label).message }
  } finally {
    await folder.close()
  }
}

const missing = (path: WorkspacePath): ToolOutcome => ({
  kind: 'error',
  text: `${path.label} does not exist.`,
  details: { path: path.text, exists: false },
})

function answer(path: WorkspacePath, stats: Stats): ToolOutcome {
  const kind = kindOf(stats)
  const modifiedAt = stats.mtime.toISOString()
  const size = stats.isFile() ? `, ${counted(stats.size, 'byte')}` : ''
  const value = { path: path.text, exists: true, isFile: stats.isFile(), isFolder: stats.isDirectory() }
  return {
    kind: 'ok',
    text: `${path.label || 'The workspace'} is ${kind}${size}, last changed ${modifiedAt}.`,
    value: { ...value, ...(stats.isFile() ? { size: stats.size } : {}), modifiedAt },
  }
}

function kindOf(stats: Stats): string {
  if (stats.isFile()) return 'a file'
  if (stats.isDirectory()) return 'a folder'
  return stats.isSymbolicLink() ? 'a symbolic link, which is not followed' : 'neither a file nor a folder'
}
