import { MOST_PICTURES, type Picture } from '@/lib/domain/call/picture'
import { sha256 } from '@/lib/record/digest'
import type { AttachmentContent } from '@/lib/store/call/contents'
import { counted } from '@/lib/text/truncate'
import type { ToolImage } from '@/lib/tools/define-tool'
import { type EncodedImage, encodeImage } from '@/lib/tools/pictures/encode-image'

/** Pictures, what is kept of them, and in words why others are not there. */
export type KeptPictures = { images: Picture[]; attachments: AttachmentContent[]; notes: string[] }

/**
 * Encodes the pictures of a Result anew, one after the other: each may take seconds, and much memory. What is no
 * picture, or one too many, is named in words.
 */
export async function keepPictures(pictures: ToolImage[]): Promise<KeptPictures> {
  const stored: KeptPictures = { images: [], attachments: [], notes: [] }
  for (const [at, { bytes }] of pictures.slice(0, MOST_PICTURES).entries()) {
    const encoding = await encodeImage(bytes)
    const which = pictures.length === 1 ? 'The picture' : `Picture ${at + 1}`
    if (encoding.kind === 'refused') stored.notes.push(`${which} could not be kept. ${encoding.reason}`)
    else {
      const { picture, attachment } = keptImage(encoding.image)
      stored.images.push(picture)
      stored.attachments.push(attachment)
    }
  }
  const more = pictures.length - MOST_PICTURES
  if (more > 0)
    stored.notes.push(`${counted(more, 'more picture')} left out: a result holds ${MOST_PICTURES}.`)
  return stored
}

/** A picture, and what is kept of it by its hash. */
export function keptImage({ bytes, mediaType, width, height }: EncodedImage): {
  picture: Picture
  attachment: AttachmentContent
} {
  const hash = sha256(bytes)
  const picture = { hash, mediaType, width, height, bytes: bytes.length }
  return { picture, attachment: { hash, mediaType, bytes } }
}
