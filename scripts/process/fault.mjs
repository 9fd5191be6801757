/** A failure that a person can mend. Its message says on one line what is wrong and what to do. */
export class Fault extends Error {}

const FULL = /\b(ENOSPC|EDQUOT)\b|No space left on device|Disk quota exceeded/i

/**
 * What a failure means where a disk is full, or undefined where it is about something else. What a program printed is
 * looked through as well.
 *
 * @param {{ code?: string, message?: string, path?: string } | string} failure
 * @param {string} [folder] where it was to be written, if the failure does not say so
 */
export function diskFault(failure, folder) {
  const { code = '', message = '', path } = typeof failure === 'string' ? { message: failure } : failure
  if (!FULL.test(`${code} ${message}`)) return undefined
  const where = path ?? folder
  return new Fault(`The disk${where ? ` of ${where}` : ''} is full: free some space there and start again.`)
}

/** One line for a Fault and for a full disk. Anything else is a bug of ours and keeps its stack. */
export function printFailure(error) {
  const fault = error instanceof Fault ? error : diskFault(error)
  console.error(fault ? fault.message.replace(/\s*\n\s*/g, ' ') : error)
}
