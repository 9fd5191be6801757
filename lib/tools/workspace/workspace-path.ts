import type { Stats } from 'node:fs'
import { type CodedText, phrase, type TextCode } from '@/lib/messages/phrase'
import { insidePath } from '@/lib/text/glob'
import { oneLine } from '@/lib/text/truncate'

const LONGEST_NAME = 255
const LONGEST_PATH = 4096
const DEEPEST = 100

/**
 * A path inside the workspace, normalised: `./a`, `a//b` and `a/./b` are `a` and `a/b`, and the root is `''`.
 * `shown` is that path as a one-line text.
 */
export type WorkspacePath = { kind: 'path'; segments: string[]; text: string; label: string }

/** Parses a path argument, plain or as tools print it. Anything else is taken literally: nothing is expanded. */
export function workspacePath(argument: string): WorkspacePath | PathRefusal {
  const input = insidePath(argument)
  const fault = faultOf(input)
  if (fault !== null) return refusePath({ ...fault, params: { ...fault.params, path: oneLine(input) } })
  const segments = input.split('/').filter(segment => segment !== '' && segment !== '.')
  const text = segments.join('/')
  return { kind: 'path', segments, text, label: oneLine(text) }
}

/** Parses the path of a file; the workspace itself and a path that ends in `/` are refused. */
export function filePath(input: string): WorkspacePath | PathRefusal {
  const path = workspacePath(input)
  if (path.kind === 'refused') return path
  return path.segments.length === 0 || /(^|\/)\.?$/.test(input)
    ? refusePath({ code: 'path.namesFolder', params: { path: oneLine(input) || 'none' } })
    : path
}

/** A path in the form that rules match. One that cannot be a workspace path stays as given. */
export function policyPath(input: string): string {
  const path = workspacePath(input)
  return path.kind === 'path' ? path.text : input
}

/** All but the last segment, and the last. The path of a file has at least one segment. */
export function splitPath(path: WorkspacePath): { folder: string[]; name: string } {
  const name = path.segments.at(-1)
  if (name === undefined) throw new Error('The root has no name')
  return { folder: path.segments.slice(0, -1), name }
}

function faultOf(input: string): CodedText | null {
  if (input.includes('\0')) return { code: 'path.nul' }
  if (!input.isWellFormed()) return { code: 'path.half' }
  if (input.startsWith('/')) return { code: 'path.absolute' }
  const segments = input.split('/')
  if (segments.includes('..')) return { code: 'path.above' }
  if (segments.some(segment => Buffer.byteLength(segment) > LONGEST_NAME))
    return { code: 'path.longName', params: { limit: LONGEST_NAME } }
  if (Buffer.byteLength(input) > LONGEST_PATH) return { code: 'path.long', params: { limit: LONGEST_PATH } }
  return segments.length > DEEPEST ? { code: 'path.deep', params: { limit: DEEPEST } } : null
}

/**
 * An open folder of the workspace. Its entries are reached only through `at`. It must not be closed while an operation
 * in it is pending.
 */
export type Folder = {
  /** The entries that must not be opened below it, by `entryKey`. */
  closed?: ReadonlySet<string>
  /** A path to the folder itself. */
  self: string
  /** A path to the entry of that name. */
  at: (name: string) => string
  /** Makes the names in it durable. */
  sync: () => Promise<void>
  close: () => Promise<void>
}

/** How a platform opens folders. Both throw the errors of the file system. */
export type Folders = {
  openRoot: (path: string, closed?: ReadonlySet<string>) => Promise<Folder>
  /** `null` if the entry is not a folder; a symbolic link to one does not count. */
  openChild: (parent: Folder, name: string) => Promise<Folder | null>
}

/** Identifies a file or folder by whatever name it is reached. */
export const entryKey = ({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string => `${dev}:${ino}`

/** The path of an entry. Names come from a walk over checked segments, or from the folder itself. */
export function entryPath(folder: string, name: string): string {
  if (name === '' || name === '.' || name === '..' || name.includes('/')) {
    throw new Error(`Not the name of an entry: ${JSON.stringify(name)}`)
  }
  return `${folder}/${name}`
}

/** An expected failure about a path, in words that reveal nothing about what is outside the workspace. */
export type PathRefusal = { kind: 'refused'; message: string; codedText: CodedText }

export const refusePath = (codedText: CodedText): PathRefusal => ({
  kind: 'refused',
  message: phrase(codedText),
  codedText,
})

const CODES: Record<string, TextCode> = {
  ENOENT: 'path.absent',
  EACCES: 'path.forbidden',
  EPERM: 'path.forbidden',
  ECLOSED: 'path.ours',
  EMOVED: 'path.moved',
  EROFS: 'path.readOnly',
  ENOSPC: 'path.diskFull',
  EDQUOT: 'path.quota',
  EISDIR: 'path.isFolder',
  ENOTDIR: 'path.noFolder',
  EMFILE: 'path.tooManyOpen',
  ENFILE: 'path.tooManyOpen',
}

/**
 * Turns a file system error into a refusal. Anything else is a bug or an abort and is rethrown. `subject` is the path
 * as the arguments gave it; Node's own message would name other paths.
 */
export function refusalOf(error: unknown, subject: string): PathRefusal {
  const code = errorCode(error)
  if (code === undefined) throw error
  return refusePath({ code: CODES[code] ?? 'path.unusable', params: { path: subject, code } })
}

/** The code of a file system error, such as ENOENT. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

/** What is asked of the file system; `null` where it refuses that. */
export async function nullIfRefused<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (errorCode(error) === undefined) throw error
    return null
  }
}
