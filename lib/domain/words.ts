import * as z from 'zod'
import type { StoredWords } from '@/lib/messages/phrase'

/**
 * A text of the server as the page makes it in its reader's language, beside the English one. Rows of older versions have
 * none; the code of a newer one is not known here: then the English text is shown.
 */
export const WordsSchema: z.ZodType<StoredWords> = z.lazy(() =>
  z.object({
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number(), WordsSchema])).optional(),
    parts: z.array(WordsSchema).optional(),
    joint: z.literal('lines').optional(),
  }),
)

/** Beside a text: what cannot be read of it takes nothing else with it. */
export const OptionalWords = WordsSchema.optional().catch(undefined)
