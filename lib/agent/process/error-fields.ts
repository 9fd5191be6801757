/** An exception for the log: what it says, where it was thrown, and what caused it. */
export const errorFields = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? {
        error: `${error.name}: ${error.message}`,
        stack: error.stack,
        ...(error.cause === undefined ? {} : { cause: String(error.cause) }),
      }
    : { error: String(error) }
