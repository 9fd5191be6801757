import type { FilePart } from 'ai'
import { type Picture, pictureSize } from '@/lib/domain/call/picture'
import type { ModelMessage } from '@/lib/domain/call/solution'

/** The bytes of pictures by their hashes. */
export type PictureBytes = ReadonlyMap<string, Uint8Array>

/** Pictures as parts of a message. One whose bytes are gone is named in its place. */
export const pictureParts = (images: Picture[], bytes: PictureBytes) =>
  images.map((image): PicturePart => {
    const data = bytes.get(image.hash)
    return data
      ? { type: 'file', mediaType: image.mediaType, data: { type: 'data', data: base64(data) } }
      : { type: 'text', text: `[${pictureSize(image)}, no longer kept]` }
  })

type PicturePart = { type: 'text'; text: string } | (FilePart & { data: { type: 'data'; data: string } })

/** The SDK's own way to it takes a hundred times as long. */
const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

/**
 * For APIs whose results are text alone: the pictures of the results of a reply come in a message after the last of
 * them, and so at the same place in every later request.
 */
export function picturesAfterResults(messages: ModelMessage[]): ModelMessage[] {
  const sent: ModelMessage[] = []
  let pictures: Picture[] = []
  for (const [at, message] of messages.entries()) {
    if (message.role !== 'result') {
      sent.push(message)
      continue
    }
    const { images = [], ...result } = message
    pictures.push(...images)
    sent.push(result)
    if (pictures.length === 0 || messages[at + 1]?.role === 'result') continue
    sent.push({ role: 'user', text: CAPTION, images: pictures })
    pictures = []
  }
  return sent
}

const CAPTION = 'The pictures of the results above, in their order:'
