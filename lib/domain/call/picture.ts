import * as z from 'zod'

/** A picture as it is kept: encoded anew, and named by the hash of its bytes. */
export const Picture = z.object({
  hash: z.string(),
  mediaType: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
})
export type Picture = z.infer<typeof Picture>

/** What pictures are encoded as. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp']

/** Of one Result, or of one message. */
export const MOST_PICTURES = 10

/** What a model reads of it, roughly: providers count by the area. */
export const pictureTokens = ({ width, height }: Picture): number => Math.ceil((width * height) / 750)

/** For whoever reads it in its place. */
export const pictureSize = ({ width, height }: Picture): string => `picture ${width}×${height}`
