/** A failure that a person can mend. Its message says on one line what is wrong and what to do. */
export class Fault extends Error {}

/** One line for a Fault. Anything else is a bug of ours and keeps its stack. */
export function printFailure(error) {
  console.error(error instanceof Fault ? error.message.replace(/\s*\n\s*/g, ' ') : error)
}
