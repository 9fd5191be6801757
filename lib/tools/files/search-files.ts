import * as z from 'zod'
import { isJobOverdue } from '@/lib/domain/job'
import { type CodedText, plain } from '@/lib/messages/phrase'
import { counted, oneLine, visibleName } from '@/lib/text/truncate'
import { defineTool, invalidArgument, READ, type ToolContext, type ToolOutcome } from '../define-tool'
import { policyPath, type WorkspacePath, workspacePath } from '../workspace/workspace-path'
import { previewRead, readAt } from './read-path'
import { fittingLines } from './read-window'
import { CHECK_PATTERN, type Pattern, type PatternCheck } from './search/search-texts'
import { SEARCH_MS, type Search, searchTree, startSearch } from './search/search-tree'
import { leftOutOf, startWalk, walkTree } from './search/walk-tree'

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
  ...READ,
  arguments: Arguments,
  paths: ({ path = '' }) => [policyPath(path)],
  preview: async (args, context) => {
    const { fault } = await checked(args, context)
    if (fault !== null) return invalidArgument('/pattern', plain(fault))
    return previewRead(workspacePath(args.path ?? ''), context, {
      codedText: path => searchWords(args, path),
    })
  },
  perform: (args, context) =>
    readAt(workspacePath(args.path ?? ''), context, {
      opens: 'folder',
      read: async (folder, { path }) => {
        const { fault, note } = await checked(args, context)
        if (fault !== null) return { kind: 'error', text: fault }
        const { compute, signal } = context
        const walk = startWalk(signal)
        const extension = bare(args.extension ?? '')
        const started = startSearch({ walk, compute, pattern: patternOf(args), extension })
        await searchTree(walkTree(folder, path.text, walk), started)
        return answer(started, note)
      },
    }),
})

function searchWords({ pattern, extension }: Arguments, { text, label }: WorkspacePath): CodedText {
  const ending = {
    isByEnding: extension === undefined ? 'no' : 'yes',
    ending: oneLine(bare(extension ?? '')),
  }
  const folderParams = { isInFolder: text === '' ? 'no' : 'yes', path: label }
  return { code: 'file.search', params: { pattern: oneLine(pattern), ...ending, ...folderParams } }
}

const bare = (extension: string): string => extension.replace(/^\*?\./, '')

const patternOf = ({ pattern, caseSensitive = false }: Arguments): Pattern => ({ pattern, caseSensitive })

const checked = async (args: Arguments, { compute }: Pick<ToolContext, 'compute'>): Promise<PatternCheck> => {
  try {
    return await compute(CHECK_PATTERN, patternOf(args))
  } catch (error) {
    if (!isJobOverdue(error)) throw error
    return { fault: 'The pattern is too large to be read. Search for a smaller part of it.', note: null }
  }
}

function answer(search: Search, note: string | null): ToolOutcome {
  const { matches, files, skips, cutLines, unsearched, walk } = search
  const fitting = fittingLines(matches.map(({ path, line, text }) => `${visibleName(path)}:${line}: ${text}`))
  const cut = walk.isCut || fitting.length < matches.length
  const notices = [
    `${counted(fitting.length, 'match').replace(/matchs$/, 'matches')} in ${counted(files, 'file')} searched.`,
    ...(cut ? ['There are more: search a folder, or for something rarer.'] : []),
    ...(unsearched.length > 0 ? [timeOver(unsearched)] : []),
    ...(skips.size > 0
      ? [`Passed over: ${[...skips].map(([what, n]) => counted(n, what)).join(', ')}.`]
      : []),
    ...leftOutOf(walk),
    ...(cutLines > 0
      ? [`${counted(cutLines, 'line')} longer than 200,000 characters searched in their beginning only.`]
      : []),
    ...(note === null ? [] : [note]),
  ]
  const value = {
    matches: matches.slice(0, fitting.length),
    count: fitting.length,
    truncated: cut || unsearched.length > 0,
    ...(unsearched.length > 0 ? { unsearched } : {}),
  }
  return { kind: 'ok', text: [...fitting, `[${notices.join(' ')}]`].join('\n'), value }
}

const NAMED_FILES = 5

function timeOver(unsearched: string[]): string {
  const named = unsearched.slice(0, NAMED_FILES).map(oneLine).join(', ')
  const more = unsearched.length > NAMED_FILES ? ` and ${unsearched.length - NAMED_FILES} more` : ''
  return `The search was ended because matching took longer than ${SEARCH_MS / 1000} s: ${named}${more} not searched to the end, and nothing that comes after. Use a simpler pattern, or search a smaller folder.`
}
