import * as z from 'zod'
import type { Job } from '@/lib/domain/job'
import { type CodedText, plain } from '@/lib/messages/phrase'
import { counted } from '@/lib/text/truncate'
import { defineTool, failure, WRITE } from '../define-tool'
import { notThere } from '../workspace/absence'
import { LARGEST_CHANGED } from '../workspace/snapshot'
import { policyPath } from '../workspace/workspace-path'
import { changesFiles } from './change/change-files'
import { type FileOutcome, type FilesChange, oneFile } from './change/file-change'
import { pathArgument } from './path-argument'
import { lineBreakOf, textFault, utf8Text } from './text-content'

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
  ...WRITE,
  arguments: Arguments,
  paths: ({ path }) => [policyPath(path)],
  ...changesFiles(editing),
})

function editing(args: Arguments): FilesChange {
  return oneFile(args.path, async ({ path: { label }, now }, compute) => {
    const fault = faultOf(args)
    if (fault !== null) return failure(fault)
    if (now.kind === 'absent')
      return failure(
        now.like === undefined ? { code: 'path.absentHere', params: { path: label } } : notThere(label, now),
      )
    return compute(EDIT_TEXT, { args, bytes: now.bytes, path: label })
  })
}

/** Computes the new content of a file. */
export const EDIT_TEXT: Job<{ args: Arguments; bytes: Uint8Array; path: string }, FileOutcome> = {
  name: 'edit a text',
  size: ({ args, bytes }) => bytes.length + args.old.length + mostReplaced(args, bytes) * args.new.length,
  longestMs: 20_000,
  run: ({ args, bytes, path }) => editText(args, bytes, path),
}

/** How often the new text may come to stand in the file. */
const mostReplaced = ({ old, all }: Arguments, bytes: Uint8Array): number =>
  all ? Math.ceil(bytes.length / old.length) : 1

function editText(original: Arguments, bytes: Uint8Array, path: string): FileOutcome {
  const text = utf8Text(bytes)
  if (text === null) return failure({ code: 'path.notText', params: { path } })
  const args = asInFile(original, text)
  const positions = positionsOf(text, args)
  if (positions.length === 0) return failure({ code: 'path.textAbsent', params: { path } })
  if (typeof positions === 'string') return failure(plain(`The text to replace ${positions} in ${path}.`))
  if (text.length + positions.length * (args.new.length - args.old.length) > LARGEST_CHANGED) {
    return failure({ code: 'path.would', params: { path } })
  }
  return {
    kind: 'applied',
    bytes: Buffer.from(replaced(text, positions, args)),
    summary: `Replaced ${counted(positions.length, 'occurrence')} in ${path}.`,
  }
}

/** With the line breaks of the file; where it has both kinds, with those that the text to replace has there. */
function asInFile(args: Arguments, text: string): Arguments {
  const own = lineBreakOf(text)
  const isThere = own === null && occurrences(text, args.old, 1).length > 0
  if (isThere || !text.includes('\n')) return args
  const adapted = (part: string): string => part.replace(/\r?\n/g, own ?? '\r\n')
  return { ...args, old: adapted(args.old), new: adapted(args.new) }
}

function faultOf(args: Arguments): CodedText | null {
  if (args.old === args.new) return { code: 'path.same' }
  for (const key of ['old', 'new'] as const) {
    const fault = textFault(args[key])
    if (fault !== null) return plain(`The ${key} text ${fault}.`)
  }
  return null
}

/** The most occurrences that are counted for the message, and that `all` replaces. */
const MOST_COUNTED = 100
const MOST_REPLACED = 1_000_000

/** Where to replace, or why that is unclear: overlapping occurrences leave open which one is meant. */
function positionsOf(text: string, { old, all }: Arguments): number[] | string {
  const most = all ? MOST_REPLACED : MOST_COUNTED
  const positions = occurrences(text, old, most)
  if (positions.length === most) return `occurs ${counted(most, 'time')} or more often`
  if (all) return withoutOverlaps(positions, old.length)
  return positions.length <= 1
    ? positions
    : `occurs ${counted(positions.length, 'time')}: give more of the lines around it, or set "all",`
}

function withoutOverlaps(offsets: number[], length: number): number[] {
  let end = 0
  return offsets.filter(at => {
    if (at < end) return false
    end = at + length
    return true
  })
}

function replaced(text: string, offsets: number[], args: Arguments): string {
  const pieces: string[] = []
  let end = 0
  for (const at of offsets) {
    pieces.push(text.slice(end, at))
    end = at + args.old.length
  }
  return [...pieces, text.slice(end)].join(args.new)
}

/**
 * Where `part` occurs in `text`, overlaps included, at most `most` times. Linear in both lengths whatever they contain
 * (Knuth, Morris and Pratt), which `indexOf` does not guarantee.
 */
export function occurrences(text: string, part: string, most: number): number[] {
  const borders = bordersOf(part)
  const positions: number[] = []
  let matched = 0
  for (let at = 0; at < text.length && positions.length < most; at += 1) {
    matched = extend(part, borders, { matched, code: text.charCodeAt(at) })
    if (matched === part.length) {
      positions.push(at + 1 - part.length)
      matched = borders[matched - 1] ?? 0
    }
  }
  return positions
}

/** For each prefix of `part`, the length of the longest shorter prefix that it ends with. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length)
  let matched = 0
  for (let at = 1; at < part.length; at += 1) {
    matched = extend(part, borders, { matched, code: part.charCodeAt(at) })
    borders[at] = matched
  }
  return borders
}

type Reading = { matched: number; code: number }

function extend(part: string, borders: Int32Array, { matched, code }: Reading): number {
  let length = matched
  while (length > 0 && part.charCodeAt(length) !== code) length = borders[length - 1] ?? 0
  return part.charCodeAt(length) === code ? length + 1 : length
}
