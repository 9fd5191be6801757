/** How long a test waits for what must come, in milliseconds; a mutation run is less patient. */
export const PATIENCE_MS = Number(process.env.TEST_PATIENCE_MS ?? 60_000)
