import * as z from 'zod'
import { counted } from '../counted'
import { defineTool, type PerformContext, type Performed } from '../define-tool'
import { oneLine } from '../one-line'
import { openFolder } from '../workspace/open-folder'
import { refusedBy } from '../workspace/refused-by'
import { policyPath, type WorkspacePath, workspacePath } from '../workspace/workspace-path'
import { ANSWER_CHARS } from './answer-chars'
import { listTree, type Tree, type TreeEntry } from './list-tree'
import { refusedPath } from './refused-path'

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
  preview: async ({ path: given = '' }) => {
    const path = workspacePath(given)
    if (path.kind === 'refused') return refusedPath(path)
    const summary = path.text === '' ? 'List all files' : `List files in ${path.shown}`
    return { kind: 'preview', preview: { kind: 'text', summary, preconditions: [] }, risks: [] }
  },
  perform: async ({ path: given = '' }, context) => {
    const path = workspacePath(given)
    return path.kind === 'refused' ? { kind: 'error', text: path.message } : list(path, context)
  },
})

async function list(path: WorkspacePath, context: PerformContext): Promise<Performed> {
  const opened = await openFolder({ place: context, segments: path.segments })
  if (opened.kind === 'absent') return { kind: 'error', text: `${path.shown} does not exist.` }
  if (opened.kind === 'refused') return { kind: 'error', text: opened.message }
  try {
    return answer(await listTree(opened.folder, path.text, context.signal), path)
  } catch (error) {
    return { kind: 'error', text: refusedBy(error, path.shown || 'The workspace').message }
  } finally {
    await opened.folder.close()
  }
}

function answer(tree: Tree, path: WorkspacePath): Performed {
  const { entries, cut } = fitting(tree)
  const files = entries.filter(entry => entry.kind === 'file').map(({ path, size }) => ({ path, size }))
  const notices = [
    `${counted(files.length, 'file')}.`,
    ...(cut ? ['There are more: list one of the folders to see what is in it.'] : []),
    ...(tree.leftOut
      ? ['Names that begin with a dot, node_modules, __pycache__ and venv are left out.']
      : []),
  ]
  return {
    kind: 'ok',
    text: [...entries.map(line), `[${notices.join(' ')}]`].join('\n'),
    value: { path: path.text, files, count: files.length, truncated: cut },
  }
}

/** As many entries, from the first, as the answer holds. */
function fitting({ entries, cut }: Tree): Pick<Tree, 'entries' | 'cut'> {
  let chars = 0
  const first = entries.findIndex(entry => {
    chars += line(entry).length + 1
    return chars > ANSWER_CHARS
  })
  return first === -1 ? { entries, cut } : { entries: entries.slice(0, first), cut: true }
}

function line(entry: TreeEntry): string {
  const path = oneLine(entry.path)
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
