import { oneLine } from '../one-line'
import { type Refused, refused } from './refused'

const LONGEST_NAME = 255
const LONGEST_PATH = 4096
const DEEPEST = 100

/**
 * A path inside the workspace, normalised: `./a`, `a//b` and `a/./b` are `a` and `a/b`, and the root is `''`.
 * `shown` is that path as a one-line text.
 */
export type WorkspacePath = { kind: 'path'; segments: string[]; text: string; shown: string }

/** Reads a path as an argument gives it. It is taken literally: nothing is decoded or expanded. */
export function workspacePath(given: string): WorkspacePath | Refused {
  const fault = faultOf(given)
  if (fault !== null) return refused(`${oneLine(given)}: ${fault}`)
  const segments = given.split('/').filter(segment => segment !== '' && segment !== '.')
  const text = segments.join('/')
  return { kind: 'path', segments, text, shown: oneLine(text) }
}

/** Reads the path of a file; the workspace itself and a path that ends in `/` are none. */
export function filePath(given: string): WorkspacePath | Refused {
  const path = workspacePath(given)
  if (path.kind === 'refused') return path
  return path.segments.length === 0 || /(^|\/)\.?$/.test(given)
    ? refused(`${oneLine(given) || 'The path'} names a folder: give the path of a file.`)
    : path
}

/** A path in the form that rules are matched against. One that cannot be a workspace path stays as given. */
export function policyPath(given: string): string {
  const path = workspacePath(given)
  return path.kind === 'path' ? path.text : given
}

/** All but the last segment, and the last. The path of a file has at least one segment. */
export function splitPath(path: WorkspacePath): { folder: string[]; name: string } {
  const name = path.segments.at(-1)
  if (name === undefined) throw new Error('The root has no name')
  return { folder: path.segments.slice(0, -1), name }
}

function faultOf(given: string): string | null {
  if (given.includes('\0')) return 'a path cannot hold a NUL character.'
  if (!given.isWellFormed()) return 'a path cannot hold half a surrogate pair.'
  if (given.startsWith('/')) {
    return 'this path is absolute. Give it relative to the workspace, for example notes/today.md.'
  }
  const segments = given.split('/')
  if (segments.includes('..')) return 'a path cannot hold "..". Give it from the root of the workspace.'
  if (segments.some(segment => Buffer.byteLength(segment) > LONGEST_NAME)) {
    return `a name in this path is longer than ${LONGEST_NAME} bytes.`
  }
  if (Buffer.byteLength(given) > LONGEST_PATH) return `a path has at most ${LONGEST_PATH} bytes.`
  return segments.length > DEEPEST ? `a path has at most ${DEEPEST} parts.` : null
}
