import { type Refused, refused } from './refused'

const WORDS: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be touched by the server: its permissions forbid it',
  EPERM: 'may not be touched by the server: its permissions forbid it',
  EROFS: 'lies on a read-only file system',
  ENOSPC: 'cannot be written: the disk is full',
  EDQUOT: 'cannot be written: the disk quota is used up',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'is not a folder (a link to one does not count)',
  EMFILE: 'cannot be opened now: too many files are open. Try again',
  ENFILE: 'cannot be opened now: too many files are open. Try again',
}

/**
 * An error of the file system as a refusal. Anything else is a bug, or an abort, and is thrown on.
 * `subject` is the path as the arguments gave it; Node's own message would name other paths.
 */
export function refusedBy(error: unknown, subject: string): Refused {
  const code = errorCode(error)
  if (code === undefined) throw error
  return refused(`${subject} ${WORDS[code] ?? `cannot be used (${code})`}.`)
}

/** The code of a file system error, such as ENOENT. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
