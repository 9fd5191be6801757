import * as z from 'zod'
import { defineTool } from '../define-tool'
import { policyPath } from '../workspace/workspace-path'
import { changesFiles } from './change/change-files'
import type { FilesChange } from './change/file-change'
import { transfer } from './move-file'
import { pathArgument } from './path-argument'

const Arguments = z.strictObject({
  from: pathArgument('Path of the file to copy.'),
  to: pathArgument('Path of the copy, name included. Nothing may be there yet. Missing folders are made.'),
})
type Arguments = z.output<typeof Arguments>

export const copyFile = defineTool({
  name: 'copy_file',
  title: 'Copy file',
  description:
    'Copies a file of at most 10 MB, whatever it holds, and never over another one. Folders are not copied.',
  source: 'builtin',
  arguments: Arguments,
  risk: 'medium',
  readOnly: false,
  idempotent: false,
  paths: ({ from, to }) => [policyPath(from), policyPath(to)],
  reach: () => ['/from', '/to'],
  ...changesFiles(copying),
})

function copying({ from, to }: Arguments): FilesChange {
  return {
    paths: [from, to],
    apply: async files =>
      transfer(files, 'copied', ({ label, params, bytes, mode }) => ({
        kind: 'applied',
        files: [{ bytes }, { bytes, mode }],
        summary: `Copied ${label}.`,
        intent: { code: 'file.copy', params },
      })),
  }
}
