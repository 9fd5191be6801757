/** How long a test waits for what must come, in milliseconds. */
export const PATIENCE_MS = 60_000
