import * as z from 'zod'
import type { StoredText } from '@/lib/messages/phrase'

/**
 * A text of the server as the page makes it in its reader's language, beside the English one. Rows of older versions have
 * none; the code of a newer one is not known here: then the English text is shown.
 */
export const CodedTextSchema: z.ZodType<StoredText> = z.lazy(() =>
  z.object({
    code: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number(), CodedTextSchema])).optional(),
    parts: z.array(CodedTextSchema).optional(),
    joint: z.literal('lines').optional(),
  }),
)

/** Beside a text: what cannot be read of it takes nothing else with it. */
export const OptionalText = CodedTextSchema.optional().catch(undefined)
