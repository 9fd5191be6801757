import * as z from 'zod'
import { defineTool, failure, WRITE } from '../define-tool'
import { notThere } from '../workspace/absence'
import { policyPath } from '../workspace/workspace-path'
import { changesFiles } from './change/change-files'
import type { FileBefore, FilesChange, FilesOutcome } from './change/file-change'
import { pathArgument } from './path-argument'

const MoveArguments = z.strictObject({
  from: pathArgument('Path of the file as it is now.'),
  to: pathArgument('Its new path, name included. Nothing may be there yet. Missing folders are made.'),
})
const CopyArguments = z.strictObject({
  from: pathArgument('Path of the file to copy.'),
  to: pathArgument('Path of the copy, name included. Nothing may be there yet. Missing folders are made.'),
})
type Arguments = z.output<typeof MoveArguments>

const BOTH_ENDS = {
  ...WRITE,
  paths: ({ from, to }: Arguments) => [policyPath(from), policyPath(to)],
  reach: () => ['/from', '/to'],
}

export const moveFile = defineTool({
  name: 'move_file',
  title: 'Move file',
  description:
    'Moves or renames a file of at most 10 MB, and never over another one. Folders are not moved: move their files.',
  ...BOTH_ENDS,
  arguments: MoveArguments,
  ...changesFiles(moving),
})

export const copyFile = defineTool({
  name: 'copy_file',
  title: 'Copy file',
  description:
    'Copies a file of at most 10 MB, whatever it holds, and never over another one. Folders are not copied.',
  ...BOTH_ENDS,
  arguments: CopyArguments,
  ...changesFiles(copying),
})

function moving({ from, to }: Arguments): FilesChange {
  return {
    paths: [from, to],
    apply: async files =>
      transfer(files, 'moved', ({ label, params, bytes }) => ({
        kind: 'applied',
        files: [{ bytes: null }, { bytes, moves: 0 }],
        summary: `Moved ${label}.`,
        intent: { code: 'file.move', params },
      })),
  }
}

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

type Transfer = (file: {
  label: string
  params: { from: string; to: string; bytes: number }
  bytes: Buffer
  mode: number
}) => FilesOutcome

/** What is to be done with a file that is there, where at the second path nothing is. */
function transfer([from, to]: FileBefore[], verb: 'moved' | 'copied', done: Transfer): FilesOutcome {
  if (!from || !to) throw new Error('Two files are read')
  if (from.path.text === to.path.text)
    return failure({ code: 'path.toItself', params: { path: from.path.label, verb } })
  if (from.now.kind === 'absent') return failure(notThere(from.path.label, from.now))
  if (to.now.kind === 'file') return failure({ code: 'path.exists', params: { path: to.path.label, verb } })
  const { bytes, mode } = from.now
  const label = `${from.path.label} to ${to.path.label}`
  const params = { from: from.path.label, to: to.path.label, bytes: bytes.length }
  return done({ label, params, bytes, mode: mode & 0o777 })
}
