import * as z from 'zod'
import { counted, visibleName } from '@/lib/text/truncate'
import { defineTool, READ, type ToolOutcome } from '../define-tool'
import { type Folder, policyPath, workspacePath } from '../workspace/workspace-path'
import { previewRead, readAt } from './read-path'
import { fittingLines } from './read-window'
import { leftOutOf, startWalk, type TreeVisit, type TreeWalk, walkTree } from './search/walk-tree'

const Arguments = z.strictObject({
  path: z
    .string()
    .max(4096)
    .optional()
    .describe('Folder to list, relative to the workspace. Without it the whole workspace.'),
})

export const listFiles = defineTool({
  name: 'list_files',
  title: 'List files',
  description:
    'Lists the files of a folder and of all folders below it, with their sizes. Leaves out names that begin ' +
    'with a dot, node_modules, __pycache__ and venv; to see one of these, name it as the path.',
  ...READ,
  arguments: Arguments,
  paths: ({ path = '' }) => [policyPath(path)],
  preview: ({ path = '' }, context) =>
    previewRead(workspacePath(path), context, {
      codedText: ({ text, label }) =>
        text === '' ? { code: 'file.listAll' } : { code: 'file.list', params: { path: label } },
    }),
  perform: ({ path = '' }, context) =>
    readAt(workspacePath(path), context, {
      opens: 'folder',
      read: async (folder, { path }) => answer(await listTree(folder, path.text, context.signal), path.text),
    }),
})

function answer(tree: Tree, path: string): ToolOutcome {
  const lines = fittingLines(tree.entries.map(({ text }) => text))
  const entries = tree.entries.slice(0, lines.length)
  const isCut = tree.isCut || lines.length < tree.entries.length
  const files = entries.flatMap(({ path, size }) => (size === null ? [] : [{ path, size }]))
  const notices = [
    `${counted(files.length, 'file')}.`,
    ...(isCut ? ['There are more: list one of the folders to see what is in it.'] : []),
    ...leftOutOf(tree),
  ]
  return {
    kind: 'ok',
    text: [...lines, `[${notices.join(' ')}]`].join('\n'),
    value: { path, files, count: files.length, truncated: isCut },
  }
}

/** `path` is relative to the workspace; `size` is that of a file, `text` its line. */
type TreeEntry = { path: string; size: number | null; text: string }

type Tree = Pick<TreeWalk, 'isCut' | 'leftOut' | 'illegible'> & { entries: TreeEntry[] }

/** The most entries of one listing. */
const MOST_ENTRIES = 1000

/** Lists a folder and the folders below it. Throws as the walk does. */
async function listTree(folder: Folder, path: string, signal: AbortSignal): Promise<Tree> {
  const walk = startWalk(signal)
  const entries: TreeEntry[] = []
  for await (const visited of walkTree(folder, path, walk)) {
    if (entries.length === MOST_ENTRIES) {
      walk.isCut = true
      break
    }
    entries.push(entryOf(visited))
  }
  return { ...walk, entries }
}

function entryOf({ path, stats }: TreeVisit): TreeEntry {
  const name = visibleName(path)
  if (stats.isFile()) return { path, size: stats.size, text: `${name} (${counted(stats.size, 'byte')})` }
  if (stats.isDirectory()) return { path, size: null, text: `${name}/ (not opened)` }
  const kind = stats.isSymbolicLink() ? 'symbolic link' : 'not a regular file'
  return { path, size: null, text: `${name} (${kind})` }
}
