import * as z from 'zod'

/**
 * Marks on stored data that this program can show but not work on. `unknown`: it has a value that only another version
 * knows; `unreadable`: something in it is missing or broken, and a placeholder stands in for it.
 */
export const storedMarks = {
  unknown: z.literal(true).optional(),
  unreadable: z.literal(true).optional(),
}
