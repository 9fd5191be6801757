/** Characters that one Memory may hold. */
export const MEMORY_CHARS = 2000
