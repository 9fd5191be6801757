import { promises as fs, type Stats } from 'node:fs'
import * as z from 'zod'
import { counted } from '@/lib/text/truncate'
import { defineTool, READ, type ToolOutcome } from '../define-tool'
import { policyPath, type WorkspacePath, workspacePath } from '../workspace/workspace-path'
import { pathArgument } from './path-argument'
import { previewRead, readAt } from './read-path'

const Arguments = z.strictObject({ path: pathArgument('Path of the file or folder.') })

export const fileInfo = defineTool({
  name: 'file_info',
  title: 'File info',
  description: 'Tells whether a path exists, whether it is a file or a folder, its size and when it changed.',
  ...READ,
  arguments: Arguments,
  paths: ({ path }) => [policyPath(path)],
  preview: (args, context) =>
    previewRead(workspacePath(args.path), context, {
      codedText: ({ label }) =>
        label === '' ? { code: 'file.lookAtAll' } : { code: 'file.look', params: { path: label } },
    }),
  perform: (args, context) =>
    readAt(workspacePath(args.path), context, {
      opens: 'parent',
      read: async (folder, { path, name }) =>
        answer(path, await (name === '' ? fs.stat(folder.self) : fs.lstat(folder.at(name)))),
    }),
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
