import * as z from 'zod'
import { counted } from '../counted'
import { defineTool, type PerformContext, type Performed } from '../define-tool'
import { oneLine } from '../one-line'
import { openFolder } from '../workspace/open-folder'
import { refusedBy } from '../workspace/refused-by'
import { policyPath, type WorkspacePath, workspacePath } from '../workspace/workspace-path'
import { ANSWER_CHARS } from './answer-chars'
import { lineMatcher } from './line-matcher'
import { type Match, type Search, searchTree } from './search-tree'
import { startWalk, walkTree } from './walk-tree'

const Arguments = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(1000)
    .describe('Text or regular expression (RE2) to look for, line by line.'),
  path: z.string().max(4096).optional().describe('Folder to search. Without it the whole workspace.'),
  extension: z
    .string()
    .max(100)
    .optional()
    .describe('Search only files with this extension, for example ts.'),
  caseSensitive: z.boolean().optional().describe('Tell capital letters apart. Without it they are not.'),
})
type Arguments = z.output<typeof Arguments>

export const searchFiles = defineTool({
  name: 'search_files',
  title: 'Search files',
  description:
    'Finds lines in the text files of a folder and of all folders below it. Leaves out names that begin with ' +
    'a dot, node_modules, __pycache__ and venv; to search one of these, name it as the path.',
  source: 'builtin',
  arguments: Arguments,
  risk: 'low',
  readOnly: true,
  idempotent: true,
  paths: ({ path = '' }) => [policyPath(path)],
  preview: async args => {
    const path = workspacePath(args.path ?? '')
    if (path.kind === 'refused') return { kind: 'error', message: path.message }
    return {
      kind: 'preview',
      preview: { kind: 'text', summary: summaryOf(args, path), preconditions: [] },
      risks: [],
    }
  },
  perform: async (args, context) => {
    const path = workspacePath(args.path ?? '')
    return path.kind === 'refused' ? { kind: 'error', text: path.message } : search(args, path, context)
  },
})

function summaryOf({ pattern, extension }: Arguments, path: WorkspacePath): string {
  const kind = extension === undefined ? 'all files' : `files ending in .${oneLine(bare(extension))}`
  return `Search ${kind}${path.text === '' ? '' : ` in ${path.shown}`} for ${oneLine(pattern)}`
}

const bare = (extension: string): string => extension.replace(/^\*?\./, '')

async function search(args: Arguments, path: WorkspacePath, context: PerformContext): Promise<Performed> {
  const opened = await openFolder({ place: context, segments: path.segments })
  if (opened.kind === 'absent') return { kind: 'error', text: `${path.shown} does not exist.` }
  if (opened.kind === 'refused') return { kind: 'error', text: opened.message }
  const matcher = lineMatcher(args.pattern, args.caseSensitive ?? false)
  const counts = { matches: [], files: 0, large: 0, bytes: 0 }
  const walk = startWalk(context.signal)
  const searched = { walk, matcher, extension: bare(args.extension ?? ''), ...counts }
  try {
    await searchTree(walkTree(opened.folder, path.text, walk), searched)
    return answer(searched)
  } catch (error) {
    return { kind: 'error', text: refusedBy(error, path.shown || 'The workspace').message }
  } finally {
    await opened.folder.close()
  }
}

function answer({ matches, files, large, walk, matcher }: Search): Performed {
  const fitting = fittingLines(matches)
  const cut = walk.cut || fitting.length < matches.length
  const notices = [
    `${counted(fitting.length, 'match').replace(/matchs$/, 'matches')} in ${counted(files, 'file')} searched.`,
    ...(cut ? ['There are more: search a folder, or for something rarer.'] : []),
    ...(large > 0 ? [`${counted(large, 'file')} larger than 5 MB left out.`] : []),
    ...(matcher.note === null ? [] : [matcher.note]),
  ]
  const shown = matches.slice(0, fitting.length)
  return {
    kind: 'ok',
    text: [...fitting, `[${notices.join(' ')}]`].join('\n'),
    value: { matches: shown, count: shown.length, truncated: cut },
  }
}

/** `path:line: text`, as many as the answer holds. */
function fittingLines(matches: Match[]): string[] {
  const lines: string[] = []
  let chars = 0
  for (const { path, line, text } of matches) {
    const shown = `${oneLine(path)}:${line}: ${text}`
    chars += shown.length + 1
    if (chars > ANSWER_CHARS) break
    lines.push(shown)
  }
  return lines
}
