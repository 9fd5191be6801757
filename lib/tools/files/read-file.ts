import { closeSync } from 'node:fs'
import * as z from 'zod'
import { type RiskReason, riskReason } from '@/lib/domain/policy/risk-reason'
import type { CodedText } from '@/lib/messages/phrase'
import { counted } from '@/lib/text/truncate'
import { defineTool, type PerformContext, READ, type ToolOutcome } from '../define-tool'
import { imageFormat } from '../pictures/encode-image'
import { absence } from '../workspace/absence'
import { type OpenedFile, openFile, readBytes } from '../workspace/open-file'
import { filePath, policyPath, type WorkspacePath } from '../workspace/workspace-path'
import { pathArgument } from './path-argument'
import { missing, previewRead, readAt } from './read-path'
import { isPdf, READ_PDF } from './read-pdf'
import { readWindow } from './read-window'
import { binaryKind } from './text-content'

const DEFAULT_LINES = 2000
/** The most bytes that can be read from the start of a file. */
const MOST_BYTES = 10_485_760

const Arguments = z.strictObject({
  path: pathArgument('Path of the file.'),
  offset: z.int().min(1).max(1_000_000_000).optional().describe('First line to read. The first line is 1.'),
  limit: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe(`Lines to read at most. Without it ${DEFAULT_LINES}.`),
  column: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .describe('First character of the first line, for a line too long to be shown at once. The first is 1.'),
})
type Arguments = z.output<typeof Arguments>

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read file',
  description:
    'Reads a text file. A long one is cut, and the answer says with which offset, or column of a long line, to ' +
    'read on. A picture comes as a picture, a PDF as its text. Other files that are not text are described, not shown.',
  ...READ,
  arguments: Arguments,
  paths: ({ path }) => [policyPath(path)],
  preview: (args, context) =>
    previewRead(filePath(args.path), context, {
      codedText: path => readWords(args, path),
      risksOf: secretRisks,
    }),
  perform: (args, context) =>
    readAt(filePath(args.path), context, {
      opens: 'parent',
      read: async (folder, { path, name }) => {
        const opened = openFile(folder, name, path.label)
        if (opened.kind === 'absent') return missing(path, absence(folder, name))
        if (opened.kind === 'refused') return { kind: 'error', text: opened.message }
        const file = await bytesOf(opened, context.signal)
        if (imageFormat(file.bytes) !== null) return picture(path, file)
        return isPdf(file.bytes) ? pdf(args, path, { file, context }) : answer(args, path, file)
      },
    }),
})

function readWords({ offset, limit, column }: Arguments, { label: path }: WorkspacePath): CodedText {
  const line = offset ?? (column === undefined ? 0 : 1)
  return { code: 'file.read', params: { path, line, column: column ?? 0, most: limit ?? 0 } }
}

const SECRETS =
  /(^|\/)(\.env[^/]*|\.netrc|\.npmrc|\.pgpass|\.git-credentials|credentials(\.json)?|id_(rsa|dsa|ecdsa|ed25519)|[^/]+\.(pem|key|p12|pfx))$/i

const secretRisks = ({ text, label: path }: WorkspacePath): RiskReason[] =>
  SECRETS.test(text) ? [riskReason('medium', 'mayBePrivate', { path })] : []

/** `size` is that of the whole file; `bytes` may be only its beginning. */
type FileBytes = { bytes: Buffer; size: number }

async function bytesOf(
  { descriptor, stats: { size } }: Extract<OpenedFile, { kind: 'file' }>,
  signal: AbortSignal,
): Promise<FileBytes> {
  try {
    return readable(await readBytes(descriptor, MOST_BYTES, signal), size)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * If the file is larger than what was read, drops a partial last line; if it grew meanwhile, what was read counts as
 * all.
 */
function readable(bytes: Buffer, size: number): FileBytes {
  if (bytes.length < MOST_BYTES || size <= bytes.length) return { bytes, size: bytes.length }
  const end = bytes.lastIndexOf(10) + 1
  return { bytes: end > 0 ? bytes.subarray(0, end) : bytes, size }
}

/** The model gets to see it, where it sees. */
function picture(path: WorkspacePath, { bytes, size }: FileBytes): ToolOutcome {
  const details = { path: path.text, bytes: size, binary: true }
  const what = `${path.label} is ${binaryKind(bytes) ?? 'a picture'}, ${counted(size, 'byte')}`
  if (size > bytes.length) return { kind: 'error', text: `${what}: more than 10 MB cannot be read.`, details }
  return { kind: 'ok', text: `[${what}.]`, details, images: [{ mediaType: 'image/*', bytes }] }
}

async function pdf(
  args: Arguments,
  path: WorkspacePath,
  { file, context }: { file: FileBytes; context: PerformContext },
): Promise<ToolOutcome> {
  const { bytes, size } = file
  const what = `${path.label} is a PDF document, ${counted(size, 'byte')}`
  const details = { path: path.text, bytes: size }
  if (size > bytes.length) return { kind: 'error', text: `${what}: more than 10 MB cannot be read.`, details }
  const reading = await context.compute(READ_PDF, bytes)
  if (reading.kind === 'refused') return { kind: 'error', text: `${what}. ${reading.reason}`, details }
  const text = Buffer.from(reading.text)
  const outcome = answer(args, path, { ...file, bytes: text, size: text.length })
  if (outcome.kind !== 'ok') return outcome
  return {
    ...outcome,
    text: withNotices(outcome.text, [`${what}; this is its text.`, ...(reading.note ? [reading.note] : [])]),
    details: { ...outcome.details, ...details },
  }
}

function answer(
  { offset = 1, limit = DEFAULT_LINES, column = 1 }: Arguments,
  path: WorkspacePath,
  file: FileBytes,
): ToolOutcome {
  const { bytes, size } = file
  const details = { path: path.text, bytes: size }
  const kind = binaryKind(bytes)
  if (kind !== null) {
    const text = `[${path.label} is not text: it looks like ${kind}, ${counted(size, 'byte')}.]`
    return { kind: 'ok', text, details: { ...details, binary: true } }
  }
  const partial = size > bytes.length
  const window = readWindow(bytes, { offset, column, limit })
  if (offset > 1 && offset > window.lines) {
    const has = `${path.label} has ${counted(window.lines, 'line')}${partial ? ' that can be read' : ''}`
    return { kind: 'error', text: `${has}: there is no line ${offset}.`, details }
  }
  if (window.short) {
    const has = `Line ${offset} of ${path.label} has ${counted(window.short.chars, 'character')}`
    return { kind: 'error', text: `${has}: there is no column ${column}.`, details }
  }
  const notices = [
    ...(size === 0 ? [`${path.label} is empty.`] : window.notices),
    ...(partial ? [`Only the first 10 MB of its ${counted(size, 'byte')} can be read.`] : []),
  ]
  const { text, from, to, lines } = window
  return { kind: 'ok', text: withNotices(text, notices), details: { ...details, from, to, lines } }
}

function withNotices(text: string, notices: string[]): string {
  if (notices.length === 0) return text
  const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n'
  return `${text}${gap}[${notices.join(' ')}]`
}
