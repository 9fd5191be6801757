import * as z from 'zod'
import { counted } from '../counted'
import { defineTool } from '../define-tool'
import { LARGEST_CHANGED, type Snapshot } from '../workspace/snapshot'
import { policyPath } from '../workspace/workspace-path'
import type { Applied } from './file-change'
import { occurrences } from './occurrences'
import { pathArgument } from './path-argument'
import { performChange } from './perform-change'
import { previewChange } from './preview-change'
import { textFault, textOf } from './text-content'

const Arguments = z.strictObject({
  path: pathArgument('Path of the file.'),
  old: z
    .string()
    .min(1)
    .describe('The text to replace, exactly as it stands in the file, line breaks and indentation included.'),
  new: z.string().describe('The text to put in its place. Empty removes it.'),
  all: z
    .boolean()
    .optional()
    .describe('Replace every occurrence. Without it, the text to replace must occur exactly once.'),
})
type Arguments = z.output<typeof Arguments>

export const editFile = defineTool({
  name: 'edit_file',
  title: 'Edit file',
  description:
    'Replaces one piece of text in a file, or with "all" every occurrence of it. Read the file first: the ' +
    'text must match to the character. Give enough lines around the change to make it unique.',
  source: 'builtin',
  looksFirst: true,
  arguments: Arguments,
  risk: 'medium',
  readOnly: false,
  idempotent: false,
  paths: ({ path }) => [policyPath(path)],
  preview: (args, context) => previewChange(editing(args), context),
  perform: (args, context) => performChange(editing(args), context),
})

const editing = (args: Arguments) => ({
  path: args.path,
  overwrites: false,
  apply: (now: Snapshot, path: string) => edit(args, now, path),
})

function edit(args: Arguments, now: Snapshot, path: string): Applied {
  const fault = faultOf(args)
  if (fault !== null) return failed(fault)
  if (now.kind === 'absent') return failed(`${path} does not exist. Create it with write_file.`)
  const text = textOf(now.bytes)
  if (text === null) return failed(`${path} is not UTF-8 text: an edit could damage it.`)
  const found = places(text, args)
  if (typeof found === 'string') return failed(`The text to replace ${found} in ${path}.`)
  if (text.length + found.length * (args.new.length - args.old.length) > LARGEST_CHANGED) {
    return failed(`${path} would become larger than 10 MB.`)
  }
  return {
    kind: 'applied',
    bytes: Buffer.from(replaced(text, found, args)),
    done: `Replaced ${counted(found.length, 'occurrence')} in ${path}.`,
  }
}

const failed = (message: string): Applied => ({ kind: 'error', message })

function faultOf(args: Arguments): string | null {
  if (args.old === args.new) return 'The old and the new text are the same: there is nothing to change.'
  for (const key of ['old', 'new'] as const) {
    const fault = textFault(args[key])
    if (fault !== null) return `The ${key} text ${fault}.`
  }
  return null
}

/** Occurrences that are counted for the message, and that `all` replaces at most. */
const MOST_COUNTED = 100
const MOST_REPLACED = 1_000_000

/** Where to replace, or why it cannot be said where. Copies that overlap leave open which one is meant. */
function places(text: string, { old, all }: Arguments): number[] | string {
  const most = all ? MOST_REPLACED : MOST_COUNTED
  const found = occurrences(text, old, most)
  if (found.length === 0) return 'does not occur'
  if (found.length === most) return `occurs ${counted(most, 'time')} or more often`
  if (all) return withoutOverlaps(found, old.length)
  return found.length === 1
    ? found
    : `occurs ${counted(found.length, 'time')}: give more of the lines around it, or set "all",`
}

function withoutOverlaps(found: number[], length: number): number[] {
  let end = 0
  return found.filter(at => {
    if (at < end) return false
    end = at + length
    return true
  })
}

function replaced(text: string, found: number[], args: Arguments): string {
  const pieces: string[] = []
  let end = 0
  for (const at of found) {
    pieces.push(text.slice(end, at))
    end = at + args.old.length
  }
  return [...pieces, text.slice(end)].join(args.new)
}
