import * as z from 'zod'
import type { TextCode } from '@/lib/messages/phrase'
import { defineTool, failure, WRITE } from '../define-tool'
import { notThere } from '../workspace/absence'
import { policyPath } from '../workspace/workspace-path'
import { changesFiles } from './change/change-files'
import type { FileAfter, FileBefore, FilesOutcome } from './change/file-change'
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

/** What becomes of a file that is there, where at the second path nothing is. */
type Transfer = {
  done: 'Moved' | 'Copied'
  code: TextCode
  files: (bytes: Buffer, mode: number) => [FileAfter, FileAfter]
}

const transferring = (transfer: Transfer) =>
  changesFiles(({ from, to }: Arguments) => ({
    paths: [from, to],
    apply: async files => transferred(files, transfer),
  }))

export const moveFile = defineTool({
  name: 'move_file',
  title: 'Move file',
  description:
    'Moves or renames a file of at most 10 MB, and never over another one. Folders are not moved: move their files.',
  ...BOTH_ENDS,
  arguments: MoveArguments,
  ...transferring({
    done: 'Moved',
    code: 'file.move',
    files: bytes => [{ bytes: null }, { bytes, moves: 0 }],
  }),
})

export const copyFile = defineTool({
  name: 'copy_file',
  title: 'Copy file',
  description:
    'Copies a file of at most 10 MB, whatever it holds, and never over another one. Folders are not copied.',
  ...BOTH_ENDS,
  arguments: CopyArguments,
  ...transferring({
    done: 'Copied',
    code: 'file.copy',
    files: (bytes, mode) => [{ bytes }, { bytes, mode }],
  }),
})

function transferred([from, to]: FileBefore[], { done, code, files }: Transfer): FilesOutcome {
  if (!from || !to) throw new Error('Two files are read')
  const verb = done.toLowerCase()
  if (from.path.text === to.path.text)
    return failure({ code: 'path.toItself', params: { path: from.path.label, verb } })
  if (from.now.kind === 'absent') return failure(notThere(from.path.label, from.now))
  if (to.now.kind === 'file') return failure({ code: 'path.exists', params: { path: to.path.label, verb } })
  const { bytes, mode } = from.now
  return {
    kind: 'applied',
    files: files(bytes, mode & 0o777),
    summary: `${done} ${from.path.label} to ${to.path.label}.`,
    intent: { code, params: { from: from.path.label, to: to.path.label, bytes: bytes.length } },
  }
}
