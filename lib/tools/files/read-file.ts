import * as z from 'zod'
import type { Preview } from '@/lib/domain/preview'
import { counted } from '../counted'
import { defineTool, type PerformContext, type Performed, type RiskReason } from '../define-tool'
import { openFile } from '../workspace/open-file'
import { openFolder } from '../workspace/open-folder'
import { readBytes } from '../workspace/read-bytes'
import type { Refused } from '../workspace/refused'
import { refusedBy } from '../workspace/refused-by'
import { filePath, policyPath, splitPath, type WorkspacePath } from '../workspace/workspace-path'
import { binaryKind } from './file-kind'
import { pathArgument } from './path-argument'
import { readWindow } from './read-window'
import { refusedPath } from './refused-path'

const DEFAULT_LINES = 2000
/** Bytes from the start of a file that can be read at all. */
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
})
type Arguments = z.output<typeof Arguments>

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read file',
  description:
    'Reads a text file. A long one is cut, and the answer says with which offset to read on. Files that are ' +
    'not text are described, not shown.',
  source: 'builtin',
  arguments: Arguments,
  risk: 'low',
  readOnly: true,
  idempotent: true,
  paths: ({ path }) => [policyPath(path)],
  preview: async args => {
    const path = filePath(args.path)
    if (path.kind === 'refused') return refusedPath(path)
    return { kind: 'preview', preview: shown(args, path), risks: secretRisks(path) }
  },
  perform: async (args, context) => {
    const path = filePath(args.path)
    if (path.kind === 'refused') return { kind: 'error', text: path.message }
    const file = await bytesOf(path, context)
    return file.kind === 'refused' ? { kind: 'error', text: file.message } : answer(args, path, file)
  },
})

function shown({ offset, limit }: Arguments, path: WorkspacePath): Preview {
  const from = offset === undefined ? '' : ` from line ${offset}`
  const lines = limit === undefined ? '' : `, at most ${counted(limit, 'line')}`
  return { kind: 'text', summary: `Read ${path.shown}${from}${lines}`, preconditions: [] }
}

const SECRETS =
  /(^|\/)(\.env[^/]*|\.netrc|\.npmrc|\.pgpass|\.git-credentials|credentials(\.json)?|id_(rsa|dsa|ecdsa|ed25519)|[^/]+\.(pem|key|p12|pfx))$/i

const secretRisks = ({ text, shown: path }: WorkspacePath): RiskReason[] =>
  SECRETS.test(text) ? [{ level: 'medium', reason: `${path} may hold secrets, by its name` }] : []

/** `size` is that of the whole file, of which `bytes` may be the beginning only. */
type FileBytes = { kind: 'bytes'; bytes: Buffer; size: number }

async function bytesOf(path: WorkspacePath, context: PerformContext): Promise<FileBytes | Refused> {
  const { folder: segments, name } = splitPath(path)
  const opened = await openFolder({ place: context, segments })
  if (opened.kind === 'absent') return { kind: 'refused', message: `${path.shown} does not exist.` }
  if (opened.kind === 'refused') return opened
  try {
    const file = await openFile(opened.folder, name, path.shown)
    if (file.kind === 'absent') return { kind: 'refused', message: `${path.shown} does not exist.` }
    if (file.kind === 'refused') return file
    try {
      const bytes = await readBytes(file.handle, MOST_BYTES, context.signal)
      return { kind: 'bytes', ...readable(bytes, file.stats.size) }
    } finally {
      await file.handle.close()
    }
  } catch (error) {
    return refusedBy(error, path.shown)
  } finally {
    await opened.folder.close()
  }
}

/** Of a file that is larger than what was read, only lines that are whole; one of a growing file is. */
function readable(bytes: Buffer, size: number): { bytes: Buffer; size: number } {
  if (bytes.length < MOST_BYTES || size <= bytes.length) return { bytes, size: bytes.length }
  const end = bytes.lastIndexOf(10) + 1
  return { bytes: end > 0 ? bytes.subarray(0, end) : bytes, size }
}

function answer(
  { offset = 1, limit = DEFAULT_LINES }: Arguments,
  path: WorkspacePath,
  file: FileBytes,
): Performed {
  const { bytes, size } = file
  const details = { path: path.text, bytes: size }
  const kind = binaryKind(bytes)
  if (kind !== null) {
    const text = `[${path.shown} is not text: it looks like ${kind}, ${counted(size, 'byte')}.]`
    return { kind: 'ok', text, details: { ...details, binary: true } }
  }
  const partial = size > bytes.length
  const window = readWindow(bytes, offset, limit)
  if (offset > 1 && offset > window.lines) {
    const has = `${path.shown} has ${counted(window.lines, 'line')}${partial ? ' that can be read' : ''}`
    return { kind: 'error', text: `${has}: there is no line ${offset}.`, details }
  }
  const notices = [
    ...(size === 0 ? [`${path.shown} is empty.`] : window.notices),
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
