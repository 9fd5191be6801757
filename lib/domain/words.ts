import * as z from 'zod'

const params = z.record(z.string(), z.union([z.string(), z.number()])).optional()
const Leaf = z.object({ code: z.string(), params })
const Part = Leaf.extend({ parts: z.array(Leaf).optional() })

/**
 * A text of the server as the page makes it in its reader's language, beside the English one. Rows of older versions have
 * none; the code of a newer one is not known here: then the English text is shown.
 */
export const StoredWords = Leaf.extend({
  parts: z.array(Part).optional(),
  /** How the parts are joined: each on a line of its own, or in one. */
  joint: z.literal('lines').optional(),
})
export type StoredWords = z.infer<typeof StoredWords>

/** Beside a text: what cannot be read of it takes nothing else with it. */
export const OptionalWords = StoredWords.optional().catch(undefined)
