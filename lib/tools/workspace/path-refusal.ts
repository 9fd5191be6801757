/** An expected failure about a path, in words that reveal nothing about what is outside the workspace. */
export type PathRefusal = { kind: 'refused'; message: string }

export const refusePath = (message: string): PathRefusal => ({ kind: 'refused', message })

const WORDS: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be touched by the server: its permissions forbid it',
  EPERM: 'may not be touched by the server: its permissions forbid it',
  ECLOSED: 'belongs to Countersign itself: no tool may look into it or change it',
  EROFS: 'lies on a read-only file system',
  ENOSPC: 'cannot be written: the disk is full',
  EDQUOT: 'cannot be written: the disk quota is used up',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'is not a folder (a link to one does not count)',
  EMFILE: 'cannot be opened now: too many files are open. Try again',
  ENFILE: 'cannot be opened now: too many files are open. Try again',
}

/**
 * Turns a file system error into a refusal. Anything else is a bug or an abort and is rethrown. `subject` is the path
 * as the arguments gave it; Node's own message would name other paths.
 */
export function refusalOf(error: unknown, subject: string): PathRefusal {
  const code = errorCode(error)
  if (code === undefined) throw error
  return refusePath(`${subject} ${WORDS[code] ?? `cannot be used (${code})`}.`)
}

/** The code of a file system error, such as ENOENT. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
