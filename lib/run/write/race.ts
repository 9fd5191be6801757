/** Somebody else wrote a session first, in a transaction that cannot be done again by itself. */
export class VersionConflict extends Error {
  constructor(sessionId: string) {
    super(`Session ${sessionId} is no longer as it was read.`)
  }
}

/** Postgres: a row that somebody else has just made, a circle of locks. */
const RACED = ['23505', '40P01', '40001']

/** True for a statement that failed over what somebody else did in the same moment. */
export function isRaced(error: unknown): boolean {
  if (error instanceof VersionConflict) return true
  return error instanceof Error && RACED.includes(String(Reflect.get(error, 'code')))
}
