import { oneLine } from '../one-line'
import { type PathRefusal, refusePath } from './path-refusal'

const LONGEST_NAME = 255
const LONGEST_PATH = 4096
const DEEPEST = 100

/**
 * A path inside the workspace, normalised: `./a`, `a//b` and `a/./b` are `a` and `a/b`, and the root is `''`.
 * `shown` is that path as a one-line text.
 */
export type WorkspacePath = { kind: 'path'; segments: string[]; text: string; label: string }

/** Parses a path argument. It is taken literally: nothing is decoded or expanded. */
export function workspacePath(input: string): WorkspacePath | PathRefusal {
  const fault = faultOf(input)
  if (fault !== null) return refusePath(`${oneLine(input)}: ${fault}`)
  const segments = input.split('/').filter(segment => segment !== '' && segment !== '.')
  const text = segments.join('/')
  return { kind: 'path', segments, text, label: oneLine(text) }
}

/** Parses the path of a file; the workspace itself and a path that ends in `/` are refused. */
export function filePath(input: string): WorkspacePath | PathRefusal {
  const path = workspacePath(input)
  if (path.kind === 'refused') return path
  return path.segments.length === 0 || /(^|\/)\.?$/.test(input)
    ? refusePath(`${oneLine(input) || 'The path'} names a folder: give the path of a file.`)
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

function faultOf(input: string): string | null {
  if (input.includes('\0')) return 'a path cannot hold a NUL character.'
  if (!input.isWellFormed()) return 'a path cannot hold half a surrogate pair.'
  if (input.startsWith('/')) {
    return 'this path is absolute. Give it relative to the workspace, for example notes/today.md.'
  }
  const segments = input.split('/')
  if (segments.includes('..')) return 'a path cannot hold "..". Give it from the root of the workspace.'
  if (segments.some(segment => Buffer.byteLength(segment) > LONGEST_NAME)) {
    return `a name in this path is longer than ${LONGEST_NAME} bytes.`
  }
  if (Buffer.byteLength(input) > LONGEST_PATH) return `a path has at most ${LONGEST_PATH} bytes.`
  return segments.length > DEEPEST ? `a path has at most ${DEEPEST} parts.` : null
}
