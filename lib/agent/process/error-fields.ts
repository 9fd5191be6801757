import type { Deps } from './deps'

/** An exception for the log: what it says, where it was thrown, and what caused it. */
export const errorFields = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? {
        error: `${error.name}: ${error.message}`,
        stack: error.stack,
        ...(error.cause === undefined ? {} : { cause: String(error.cause) }),
      }
    : { error: String(error) }

/**
 * Writes an exception to the log under a reference, and gives the sentence that names it. What an exception
 * says is for the log alone: it may hold paths, SQL or somebody's data, and rows, Events and answers are read
 * by models and people.
 */
export function reportBug(
  deps: Pick<Deps, 'log' | 'newId'>,
  message: string,
  context: { error: unknown } & Record<string, unknown>,
): string {
  const { error, ...fields } = context
  const reference = deps.newId().slice(-8)
  deps.log('error', message, { reference, ...fields, ...errorFields(error) })
  return `The log says more under ${reference}.`
}
