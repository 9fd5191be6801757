import * as z from 'zod'
import { counted, visibleName } from '@/lib/text/truncate'
import { defineTool, type ToolOutcome } from '../define-tool'
import { type Folder, policyPath, workspacePath } from '../workspace/workspace-path'
import { previewRead, readAt } from './read-path'
import { ANSWER_CHARS } from './read-window'
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
  source: 'builtin',
  arguments: Arguments,
  risk: 'low',
  readOnly: true,
  idempotent: true,
  paths: ({ path = '' }) => [policyPath(path)],
  preview: ({ path = '' }, context) =>
    previewRead(workspacePath(path), context, {
      words: ({ text, label }) =>
        text === '' ? { code: 'file.listAll' } : { code: 'file.list', params: { path: label } },
    }),
  perform: ({ path = '' }, context) =>
    readAt(workspacePath(path), context, {
      opens: 'folder',
      read: async (folder, { path }) => answer(await listTree(folder, path.text, context.signal), path.text),
    }),
})

function answer(tree: Tree, path: string): ToolOutcome {
  const { entries, isCut } = fitting(tree)
  const files = entries.filter(entry => entry.kind === 'file').map(({ path, size }) => ({ path, size }))
  const notices = [
    `${counted(files.length, 'file')}.`,
    ...(isCut ? ['There are more: list one of the folders to see what is in it.'] : []),
    ...leftOutOf(tree),
  ]
  return {
    kind: 'ok',
    text: [...entries.map(line), `[${notices.join(' ')}]`].join('\n'),
    value: { path, files, count: files.length, truncated: isCut },
  }
}

/** As many of the first entries as fit into the answer. */
function fitting({ entries, isCut }: Tree): Pick<Tree, 'entries' | 'isCut'> {
  let chars = 0
  const first = entries.findIndex(entry => {
    chars += line(entry).length + 1
    return chars > ANSWER_CHARS
  })
  return first === -1 ? { entries, isCut } : { entries: entries.slice(0, first), isCut: true }
}

function line(entry: TreeEntry): string {
  const path = visibleName(entry.path)
  switch (entry.kind) {
    case 'file':
      return `${path} (${counted(entry.size, 'byte')})`
    case 'folder':
      return `${path}/ (not opened)`
    case 'link':
      return `${path} (symbolic link)`
    case 'other':
      return `${path} (not a regular file)`
    default:
      return entry satisfies never
  }
}

/** `path` is relative to the workspace. `folder`: one that was not entered. */
type TreeEntry =
  | { kind: 'file'; path: string; size: number }
  | { kind: 'link' | 'folder' | 'other'; path: string }

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
  if (stats.isFile()) return { kind: 'file', path, size: stats.size }
  if (stats.isDirectory()) return { kind: 'folder', path }
  return { kind: stats.isSymbolicLink() ? 'link' : 'other', path }
}
